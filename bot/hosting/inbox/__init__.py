"""What comes in: intake, catching up, late arrivals, suggestions, questions, forms."""
