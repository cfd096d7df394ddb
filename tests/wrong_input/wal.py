"""Writes one row into the log of a RocksDB database, as a program of another version would.

The format is RocksDB's: blocks of 32 KiB, each record with a masked CRC-32C, its length and its
type; inside a write batch of sequence number, count and rows.
"""
import struct

FULL = 1  # the record lies in one piece
PUT = 1  # a row of the first column family


def crc32c(data):
    value = 0xFFFFFFFF
    for byte in data:
        value ^= byte
        for _ in range(8):
            value = (value >> 1) ^ (0x82F63B78 if value & 1 else 0)
    return value ^ 0xFFFFFFFF


def put(key, value):
    return bytes([PUT, len(key)]) + key + bytes([len(value)]) + value


def append_format(store, version):
    """The database says that its format is `version`. The log of tests/golden/db-v1 is empty."""
    (log,) = store.glob("*.log")
    batch = struct.pack("<QI", 1 << 40, 1) + put(b"format", bytes([version]))
    kind = bytes([FULL])
    crc = crc32c(kind + batch)
    masked = ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF
    log.write_bytes(struct.pack("<IH", masked, len(batch)) + kind + batch)
