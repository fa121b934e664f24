"""State and events become finished requests: rendering, boards, pages, export."""
