"""The REST side: one module for each kind of route, and the front through which every request goes."""
