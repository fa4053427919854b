// The one door to protobufjs for every generated module, so that this holds for all of them:
// 64-bit integers are plain numbers (exact up to 2^53), and fields that we do not know are skipped,
// not kept. Written by hand; everything else in this folder is generated.
import protobuf from 'protobufjs/minimal.js';

protobuf.util.Long = undefined;
protobuf.Reader.discardUnknown = true;
protobuf.configure();

export default protobuf;
