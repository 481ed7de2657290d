"""The shuffle protocol at a table: commitments, secrets, signatures and receipts."""
