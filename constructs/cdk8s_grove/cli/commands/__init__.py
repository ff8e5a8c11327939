"""What can be typed: each command's options; what it does is imported when it is called."""
