#!/usr/bin/python3
"""Writes orders.bson, every_type.bson and their packed forms with other programs than ours:
Debian's python3-bson (3.11, the BSON of pymongo), gzip and zstd. Run it in this folder."""
import datetime
import subprocess
import uuid

import bson
from bson.binary import Binary, UuidRepresentation
from bson.code import Code
from bson.dbref import DBRef
from bson.decimal128 import Decimal128
from bson.int64 import Int64
from bson.max_key import MaxKey
from bson.min_key import MinKey
from bson.objectid import ObjectId
from bson.regex import Regex
from bson.timestamp import Timestamp


def order(row):
    return {
        "_id": ObjectId("%08x%016x" % (1700000000 + row, row)),
        "customer": row * 7 % 13,
        "placed": datetime.datetime(2024, 1, 1) + datetime.timedelta(minutes=row),
        "total": row / 4,
        "address": {"city": ["Bergen", "Z\u00fcrich", "\u6771\u4eac"][row % 3], "zip": "%05d" % row},
        "items": [{"sku": "s%d" % (row % 5), "n": row % 3 + 1}],
    }


EVERY_TYPE = {
    "double": -0.0,
    "string": "a\u0000b",
    "document": {"inner": {}},
    "array": [1, "two", [3]],
    "binary": Binary(b"\x00\xff", 0),
    "uuid": Binary.from_uuid(uuid.UUID(int=5), UuidRepresentation.STANDARD),
    "objectId": ObjectId("00112233445566778899aabb"),
    "bool": True,
    "date": datetime.datetime(1969, 12, 31, 23, 59, 59),
    "null": None,
    "regex": Regex("^a", "i"),
    "dbref": DBRef("coll", 1),
    "code": Code("function() {}"),
    "codeWithScope": Code("function() {}", {"x": 1}),
    "int32": -5,
    "timestamp": Timestamp(1700000000, 7),
    "int64": Int64(2**53 + 1),
    "decimal": Decimal128("1.50"),
    "minKey": MinKey(),
    "maxKey": MaxKey(),
}


def write(name, documents):
    with open(name, "wb") as out:
        for document in documents:
            out.write(bson.encode(document))


write("orders.bson", [order(row) for row in range(40)])
write("every_type.bson", [EVERY_TYPE])
subprocess.run(["gzip", "-nkf", "-9", "orders.bson"], check=True)
subprocess.run(["zstd", "-qkf", "-19", "orders.bson"], check=True)
