/*eslint-disable block-scoped-var, id-length, no-control-regex, no-magic-numbers, no-mixed-operators, no-prototype-builtins, no-redeclare, no-shadow, no-var, sort-vars, default-case, jsdoc/require-param*/
import $protobuf from "./runtime.js";

const $Reader = $protobuf.Reader, $Writer = $protobuf.Writer, $util = $protobuf.util;
const $Object = $util.global.Object, $undefined = $util.global.undefined, $Error = $util.global.Error, $RangeError = $util.global.RangeError;

const $root = $protobuf.roots["sigil-agent-operator"] || ($protobuf.roots["sigil-agent-operator"] = {});

export const sigil = $root.sigil = (() => {

    const sigil = {};

    sigil.agent = (function() {

        const agent = {};

        agent.v1 = (function() {

            const v1 = {};

            v1.GetStatusRequest = (function() {

                const GetStatusRequest = function (properties) {
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                GetStatusRequest.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                GetStatusRequest.decode = function (reader, length, _end, _depth, _target) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $Reader.recursionLimit)
                        throw $Error("max depth exceeded");
                    let end, message;
                    if (length === $undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw $RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = _target || new $root.sigil.agent.v1.GetStatusRequest();
                    while (reader.pos < end) {
                        let start = reader.pos;
                        let tag = reader.tag();
                        if (tag === _end) {
                            _end = $undefined;
                            break;
                        }
                        reader.skipType(tag & 7, _depth, tag);
                        if (!reader.discardUnknown) {
                            $util.makeProp(message, "$unknowns", false);
                            (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                        }
                    }
                    if (length !== $undefined) {
                        if (reader.pos !== end)
                            throw $RangeError("index out of range");
                        reader.len = length;
                    }
                    if (_end !== $undefined)
                        throw $Error("missing end group");
                    return message;
                };

                return GetStatusRequest;
            })();

            v1.GetStatusResponse = (function() {

                const GetStatusResponse = function (properties) {
                    this.horizons = [];
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                GetStatusResponse.prototype.version = "";
                GetStatusResponse.prototype.state = "";
                GetStatusResponse.prototype.state_error = "";
                GetStatusResponse.prototype.agent_id = "";
                GetStatusResponse.prototype.agent_svid_expires_at = null;
                GetStatusResponse.prototype.uptime = null;
                GetStatusResponse.prototype.last_sync = null;
                GetStatusResponse.prototype.sync_age = null;
                GetStatusResponse.prototype.sync_error = "";
                GetStatusResponse.prototype.horizons = $util.emptyArray;
                GetStatusResponse.prototype.entries = 0;
                GetStatusResponse.prototype.x509_svids = 0;
                GetStatusResponse.prototype.jwt_svids = 0;
                GetStatusResponse.prototype.callers = 0;
                GetStatusResponse.prototype.sds_streams = 0;

                GetStatusResponse.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.version != null && $Object.hasOwnProperty.call(message, "version") && message.version !== "")
                        writer.uint32(10).string(message.version);
                    if (message.state != null && $Object.hasOwnProperty.call(message, "state") && message.state !== "")
                        writer.uint32(18).string(message.state);
                    if (message.state_error != null && $Object.hasOwnProperty.call(message, "state_error") && message.state_error !== "")
                        writer.uint32(26).string(message.state_error);
                    if (message.agent_id != null && $Object.hasOwnProperty.call(message, "agent_id") && message.agent_id !== "")
                        writer.uint32(34).string(message.agent_id);
                    if (message.agent_svid_expires_at != null && $Object.hasOwnProperty.call(message, "agent_svid_expires_at"))
                        $root.google.protobuf.Timestamp.encode(message.agent_svid_expires_at, writer.uint32(42).fork(), _depth + 1).ldelim();
                    if (message.uptime != null && $Object.hasOwnProperty.call(message, "uptime"))
                        $root.google.protobuf.Duration.encode(message.uptime, writer.uint32(50).fork(), _depth + 1).ldelim();
                    if (message.last_sync != null && $Object.hasOwnProperty.call(message, "last_sync"))
                        $root.google.protobuf.Timestamp.encode(message.last_sync, writer.uint32(58).fork(), _depth + 1).ldelim();
                    if (message.sync_age != null && $Object.hasOwnProperty.call(message, "sync_age"))
                        $root.google.protobuf.Duration.encode(message.sync_age, writer.uint32(66).fork(), _depth + 1).ldelim();
                    if (message.sync_error != null && $Object.hasOwnProperty.call(message, "sync_error") && message.sync_error !== "")
                        writer.uint32(74).string(message.sync_error);
                    if (message.horizons != null && message.horizons.length)
                        for (let i = 0; i < message.horizons.length; ++i)
                            $root.sigil.agent.v1.OutageHorizon.encode(message.horizons[i], writer.uint32(82).fork(), _depth + 1).ldelim();
                    if (message.entries != null && $Object.hasOwnProperty.call(message, "entries") && message.entries !== 0)
                        writer.uint32(88).uint32(message.entries);
                    if (message.x509_svids != null && $Object.hasOwnProperty.call(message, "x509_svids") && message.x509_svids !== 0)
                        writer.uint32(96).uint32(message.x509_svids);
                    if (message.jwt_svids != null && $Object.hasOwnProperty.call(message, "jwt_svids") && message.jwt_svids !== 0)
                        writer.uint32(104).uint32(message.jwt_svids);
                    if (message.callers != null && $Object.hasOwnProperty.call(message, "callers") && message.callers !== 0)
                        writer.uint32(112).uint32(message.callers);
                    if (message.sds_streams != null && $Object.hasOwnProperty.call(message, "sds_streams") && message.sds_streams !== 0)
                        writer.uint32(120).uint32(message.sds_streams);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                GetStatusResponse.decode = function (reader, length, _end, _depth, _target) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $Reader.recursionLimit)
                        throw $Error("max depth exceeded");
                    let end, message, value;
                    if (length === $undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw $RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = _target || new $root.sigil.agent.v1.GetStatusResponse();
                    while (reader.pos < end) {
                        let start = reader.pos;
                        let tag = reader.tag();
                        if (tag === _end) {
                            _end = $undefined;
                            break;
                        }
                        let wireType = tag & 7;
                        switch (tag >>>= 3) {
                        case 1: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.version = value;
                                else
                                    delete message.version;
                                continue;
                            }
                        case 2: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.state = value;
                                else
                                    delete message.state;
                                continue;
                            }
                        case 3: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.state_error = value;
                                else
                                    delete message.state_error;
                                continue;
                            }
                        case 4: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.agent_id = value;
                                else
                                    delete message.agent_id;
                                continue;
                            }
                        case 5: {
                                if (wireType !== 2)
                                    break;
                                message.agent_svid_expires_at = $root.google.protobuf.Timestamp.decode(reader, reader.size(), $undefined, _depth + 1, message.agent_svid_expires_at);
                                continue;
                            }
                        case 6: {
                                if (wireType !== 2)
                                    break;
                                message.uptime = $root.google.protobuf.Duration.decode(reader, reader.size(), $undefined, _depth + 1, message.uptime);
                                continue;
                            }
                        case 7: {
                                if (wireType !== 2)
                                    break;
                                message.last_sync = $root.google.protobuf.Timestamp.decode(reader, reader.size(), $undefined, _depth + 1, message.last_sync);
                                continue;
                            }
                        case 8: {
                                if (wireType !== 2)
                                    break;
                                message.sync_age = $root.google.protobuf.Duration.decode(reader, reader.size(), $undefined, _depth + 1, message.sync_age);
                                continue;
                            }
                        case 9: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.sync_error = value;
                                else
                                    delete message.sync_error;
                                continue;
                            }
                        case 10: {
                                if (wireType !== 2)
                                    break;
                                if (!(message.horizons && message.horizons.length))
                                    message.horizons = [];
                                message.horizons.push($root.sigil.agent.v1.OutageHorizon.decode(reader, reader.size(), $undefined, _depth + 1));
                                continue;
                            }
                        case 11: {
                                if (wireType !== 0)
                                    break;
                                if (value = reader.uint32())
                                    message.entries = value;
                                else
                                    delete message.entries;
                                continue;
                            }
                        case 12: {
                                if (wireType !== 0)
                                    break;
                                if (value = reader.uint32())
                                    message.x509_svids = value;
                                else
                                    delete message.x509_svids;
                                continue;
                            }
                        case 13: {
                                if (wireType !== 0)
                                    break;
                                if (value = reader.uint32())
                                    message.jwt_svids = value;
                                else
                                    delete message.jwt_svids;
                                continue;
                            }
                        case 14: {
                                if (wireType !== 0)
                                    break;
                                if (value = reader.uint32())
                                    message.callers = value;
                                else
                                    delete message.callers;
                                continue;
                            }
                        case 15: {
                                if (wireType !== 0)
                                    break;
                                if (value = reader.uint32())
                                    message.sds_streams = value;
                                else
                                    delete message.sds_streams;
                                continue;
                            }
                        }
                        reader.skipType(wireType, _depth, tag);
                        if (!reader.discardUnknown) {
                            $util.makeProp(message, "$unknowns", false);
                            (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                        }
                    }
                    if (length !== $undefined) {
                        if (reader.pos !== end)
                            throw $RangeError("index out of range");
                        reader.len = length;
                    }
                    if (_end !== $undefined)
                        throw $Error("missing end group");
                    return message;
                };

                return GetStatusResponse;
            })();

            v1.OutageHorizon = (function() {

                const OutageHorizon = function (properties) {
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                OutageHorizon.prototype.trust_domain = "";
                OutageHorizon.prototype.identity_lost_at = null;
                OutageHorizon.prototype.spiffe_id = "";
                OutageHorizon.prototype.entry_id = "";
                OutageHorizon.prototype.trust_lost_at = null;
                OutageHorizon.prototype.identities = 0;

                OutageHorizon.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.trust_domain != null && $Object.hasOwnProperty.call(message, "trust_domain") && message.trust_domain !== "")
                        writer.uint32(10).string(message.trust_domain);
                    if (message.identity_lost_at != null && $Object.hasOwnProperty.call(message, "identity_lost_at"))
                        $root.google.protobuf.Timestamp.encode(message.identity_lost_at, writer.uint32(18).fork(), _depth + 1).ldelim();
                    if (message.spiffe_id != null && $Object.hasOwnProperty.call(message, "spiffe_id") && message.spiffe_id !== "")
                        writer.uint32(26).string(message.spiffe_id);
                    if (message.entry_id != null && $Object.hasOwnProperty.call(message, "entry_id") && message.entry_id !== "")
                        writer.uint32(34).string(message.entry_id);
                    if (message.trust_lost_at != null && $Object.hasOwnProperty.call(message, "trust_lost_at"))
                        $root.google.protobuf.Timestamp.encode(message.trust_lost_at, writer.uint32(42).fork(), _depth + 1).ldelim();
                    if (message.identities != null && $Object.hasOwnProperty.call(message, "identities") && message.identities !== 0)
                        writer.uint32(48).uint32(message.identities);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                OutageHorizon.decode = function (reader, length, _end, _depth, _target) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $Reader.recursionLimit)
                        throw $Error("max depth exceeded");
                    let end, message, value;
                    if (length === $undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw $RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = _target || new $root.sigil.agent.v1.OutageHorizon();
                    while (reader.pos < end) {
                        let start = reader.pos;
                        let tag = reader.tag();
                        if (tag === _end) {
                            _end = $undefined;
                            break;
                        }
                        let wireType = tag & 7;
                        switch (tag >>>= 3) {
                        case 1: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.trust_domain = value;
                                else
                                    delete message.trust_domain;
                                continue;
                            }
                        case 2: {
                                if (wireType !== 2)
                                    break;
                                message.identity_lost_at = $root.google.protobuf.Timestamp.decode(reader, reader.size(), $undefined, _depth + 1, message.identity_lost_at);
                                continue;
                            }
                        case 3: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.spiffe_id = value;
                                else
                                    delete message.spiffe_id;
                                continue;
                            }
                        case 4: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.entry_id = value;
                                else
                                    delete message.entry_id;
                                continue;
                            }
                        case 5: {
                                if (wireType !== 2)
                                    break;
                                message.trust_lost_at = $root.google.protobuf.Timestamp.decode(reader, reader.size(), $undefined, _depth + 1, message.trust_lost_at);
                                continue;
                            }
                        case 6: {
                                if (wireType !== 0)
                                    break;
                                if (value = reader.uint32())
                                    message.identities = value;
                                else
                                    delete message.identities;
                                continue;
                            }
                        }
                        reader.skipType(wireType, _depth, tag);
                        if (!reader.discardUnknown) {
                            $util.makeProp(message, "$unknowns", false);
                            (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                        }
                    }
                    if (length !== $undefined) {
                        if (reader.pos !== end)
                            throw $RangeError("index out of range");
                        reader.len = length;
                    }
                    if (_end !== $undefined)
                        throw $Error("missing end group");
                    return message;
                };

                return OutageHorizon;
            })();

            v1.ListSdsStreamsRequest = (function() {

                const ListSdsStreamsRequest = function (properties) {
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                ListSdsStreamsRequest.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                ListSdsStreamsRequest.decode = function (reader, length, _end, _depth, _target) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $Reader.recursionLimit)
                        throw $Error("max depth exceeded");
                    let end, message;
                    if (length === $undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw $RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = _target || new $root.sigil.agent.v1.ListSdsStreamsRequest();
                    while (reader.pos < end) {
                        let start = reader.pos;
                        let tag = reader.tag();
                        if (tag === _end) {
                            _end = $undefined;
                            break;
                        }
                        reader.skipType(tag & 7, _depth, tag);
                        if (!reader.discardUnknown) {
                            $util.makeProp(message, "$unknowns", false);
                            (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                        }
                    }
                    if (length !== $undefined) {
                        if (reader.pos !== end)
                            throw $RangeError("index out of range");
                        reader.len = length;
                    }
                    if (_end !== $undefined)
                        throw $Error("missing end group");
                    return message;
                };

                return ListSdsStreamsRequest;
            })();

            v1.ListSdsStreamsResponse = (function() {

                const ListSdsStreamsResponse = function (properties) {
                    this.streams = [];
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                ListSdsStreamsResponse.prototype.streams = $util.emptyArray;

                ListSdsStreamsResponse.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.streams != null && message.streams.length)
                        for (let i = 0; i < message.streams.length; ++i)
                            $root.sigil.agent.v1.SdsStream.encode(message.streams[i], writer.uint32(10).fork(), _depth + 1).ldelim();
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                ListSdsStreamsResponse.decode = function (reader, length, _end, _depth, _target) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $Reader.recursionLimit)
                        throw $Error("max depth exceeded");
                    let end, message;
                    if (length === $undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw $RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = _target || new $root.sigil.agent.v1.ListSdsStreamsResponse();
                    while (reader.pos < end) {
                        let start = reader.pos;
                        let tag = reader.tag();
                        if (tag === _end) {
                            _end = $undefined;
                            break;
                        }
                        let wireType = tag & 7;
                        switch (tag >>>= 3) {
                        case 1: {
                                if (wireType !== 2)
                                    break;
                                if (!(message.streams && message.streams.length))
                                    message.streams = [];
                                message.streams.push($root.sigil.agent.v1.SdsStream.decode(reader, reader.size(), $undefined, _depth + 1));
                                continue;
                            }
                        }
                        reader.skipType(wireType, _depth, tag);
                        if (!reader.discardUnknown) {
                            $util.makeProp(message, "$unknowns", false);
                            (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                        }
                    }
                    if (length !== $undefined) {
                        if (reader.pos !== end)
                            throw $RangeError("index out of range");
                        reader.len = length;
                    }
                    if (_end !== $undefined)
                        throw $Error("missing end group");
                    return message;
                };

                return ListSdsStreamsResponse;
            })();

            v1.SdsStream = (function() {

                const SdsStream = function (properties) {
                    this.names = [];
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                SdsStream.prototype.connection_id = "";
                SdsStream.prototype.pid = 0;
                SdsStream.prototype.uid = 0;
                SdsStream.prototype.gid = 0;
                SdsStream.prototype.protocol = "";
                SdsStream.prototype.node_id = "";
                SdsStream.prototype.node_cluster = "";
                SdsStream.prototype.envoy_version = "";
                SdsStream.prototype.opened_at = null;
                SdsStream.prototype.wildcard = false;
                SdsStream.prototype.stalled = false;
                SdsStream.prototype.blocked = false;
                SdsStream.prototype.last_nack = null;
                SdsStream.prototype.names = $util.emptyArray;

                SdsStream.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.connection_id != null && $Object.hasOwnProperty.call(message, "connection_id") && message.connection_id !== "")
                        writer.uint32(10).string(message.connection_id);
                    if (message.pid != null && $Object.hasOwnProperty.call(message, "pid") && message.pid !== 0)
                        writer.uint32(16).uint32(message.pid);
                    if (message.uid != null && $Object.hasOwnProperty.call(message, "uid") && message.uid !== 0)
                        writer.uint32(24).uint32(message.uid);
                    if (message.gid != null && $Object.hasOwnProperty.call(message, "gid") && message.gid !== 0)
                        writer.uint32(32).uint32(message.gid);
                    if (message.protocol != null && $Object.hasOwnProperty.call(message, "protocol") && message.protocol !== "")
                        writer.uint32(42).string(message.protocol);
                    if (message.node_id != null && $Object.hasOwnProperty.call(message, "node_id") && message.node_id !== "")
                        writer.uint32(50).string(message.node_id);
                    if (message.node_cluster != null && $Object.hasOwnProperty.call(message, "node_cluster") && message.node_cluster !== "")
                        writer.uint32(58).string(message.node_cluster);
                    if (message.envoy_version != null && $Object.hasOwnProperty.call(message, "envoy_version") && message.envoy_version !== "")
                        writer.uint32(66).string(message.envoy_version);
                    if (message.opened_at != null && $Object.hasOwnProperty.call(message, "opened_at"))
                        $root.google.protobuf.Timestamp.encode(message.opened_at, writer.uint32(74).fork(), _depth + 1).ldelim();
                    if (message.wildcard != null && $Object.hasOwnProperty.call(message, "wildcard") && message.wildcard !== false)
                        writer.uint32(80).bool(message.wildcard);
                    if (message.stalled != null && $Object.hasOwnProperty.call(message, "stalled") && message.stalled !== false)
                        writer.uint32(88).bool(message.stalled);
                    if (message.blocked != null && $Object.hasOwnProperty.call(message, "blocked") && message.blocked !== false)
                        writer.uint32(96).bool(message.blocked);
                    if (message.last_nack != null && $Object.hasOwnProperty.call(message, "last_nack"))
                        $root.sigil.agent.v1.SdsNack.encode(message.last_nack, writer.uint32(106).fork(), _depth + 1).ldelim();
                    if (message.names != null && message.names.length)
                        for (let i = 0; i < message.names.length; ++i)
                            $root.sigil.agent.v1.SdsName.encode(message.names[i], writer.uint32(114).fork(), _depth + 1).ldelim();
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                SdsStream.decode = function (reader, length, _end, _depth, _target) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $Reader.recursionLimit)
                        throw $Error("max depth exceeded");
                    let end, message, value;
                    if (length === $undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw $RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = _target || new $root.sigil.agent.v1.SdsStream();
                    while (reader.pos < end) {
                        let start = reader.pos;
                        let tag = reader.tag();
                        if (tag === _end) {
                            _end = $undefined;
                            break;
                        }
                        let wireType = tag & 7;
                        switch (tag >>>= 3) {
                        case 1: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.connection_id = value;
                                else
                                    delete message.connection_id;
                                continue;
                            }
                        case 2: {
                                if (wireType !== 0)
                                    break;
                                if (value = reader.uint32())
                                    message.pid = value;
                                else
                                    delete message.pid;
                                continue;
                            }
                        case 3: {
                                if (wireType !== 0)
                                    break;
                                if (value = reader.uint32())
                                    message.uid = value;
                                else
                                    delete message.uid;
                                continue;
                            }
                        case 4: {
                                if (wireType !== 0)
                                    break;
                                if (value = reader.uint32())
                                    message.gid = value;
                                else
                                    delete message.gid;
                                continue;
                            }
                        case 5: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.protocol = value;
                                else
                                    delete message.protocol;
                                continue;
                            }
                        case 6: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.node_id = value;
                                else
                                    delete message.node_id;
                                continue;
                            }
                        case 7: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.node_cluster = value;
                                else
                                    delete message.node_cluster;
                                continue;
                            }
                        case 8: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.envoy_version = value;
                                else
                                    delete message.envoy_version;
                                continue;
                            }
                        case 9: {
                                if (wireType !== 2)
                                    break;
                                message.opened_at = $root.google.protobuf.Timestamp.decode(reader, reader.size(), $undefined, _depth + 1, message.opened_at);
                                continue;
                            }
                        case 10: {
                                if (wireType !== 0)
                                    break;
                                if (value = reader.bool())
                                    message.wildcard = value;
                                else
                                    delete message.wildcard;
                                continue;
                            }
                        case 11: {
                                if (wireType !== 0)
                                    break;
                                if (value = reader.bool())
                                    message.stalled = value;
                                else
                                    delete message.stalled;
                                continue;
                            }
                        case 12: {
                                if (wireType !== 0)
                                    break;
                                if (value = reader.bool())
                                    message.blocked = value;
                                else
                                    delete message.blocked;
                                continue;
                            }
                        case 13: {
                                if (wireType !== 2)
                                    break;
                                message.last_nack = $root.sigil.agent.v1.SdsNack.decode(reader, reader.size(), $undefined, _depth + 1, message.last_nack);
                                continue;
                            }
                        case 14: {
                                if (wireType !== 2)
                                    break;
                                if (!(message.names && message.names.length))
                                    message.names = [];
                                message.names.push($root.sigil.agent.v1.SdsName.decode(reader, reader.size(), $undefined, _depth + 1));
                                continue;
                            }
                        }
                        reader.skipType(wireType, _depth, tag);
                        if (!reader.discardUnknown) {
                            $util.makeProp(message, "$unknowns", false);
                            (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                        }
                    }
                    if (length !== $undefined) {
                        if (reader.pos !== end)
                            throw $RangeError("index out of range");
                        reader.len = length;
                    }
                    if (_end !== $undefined)
                        throw $Error("missing end group");
                    return message;
                };

                return SdsStream;
            })();

            v1.SdsNack = (function() {

                const SdsNack = function (properties) {
                    this.names = [];
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                SdsNack.prototype.text = "";
                SdsNack.prototype["class"] = "";
                SdsNack.prototype.at = null;
                SdsNack.prototype.names = $util.emptyArray;

                SdsNack.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.text != null && $Object.hasOwnProperty.call(message, "text") && message.text !== "")
                        writer.uint32(10).string(message.text);
                    if (message["class"] != null && $Object.hasOwnProperty.call(message, "class") && message["class"] !== "")
                        writer.uint32(18).string(message["class"]);
                    if (message.at != null && $Object.hasOwnProperty.call(message, "at"))
                        $root.google.protobuf.Timestamp.encode(message.at, writer.uint32(26).fork(), _depth + 1).ldelim();
                    if (message.names != null && message.names.length)
                        for (let i = 0; i < message.names.length; ++i)
                            writer.uint32(34).string(message.names[i]);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                SdsNack.decode = function (reader, length, _end, _depth, _target) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $Reader.recursionLimit)
                        throw $Error("max depth exceeded");
                    let end, message, value;
                    if (length === $undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw $RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = _target || new $root.sigil.agent.v1.SdsNack();
                    while (reader.pos < end) {
                        let start = reader.pos;
                        let tag = reader.tag();
                        if (tag === _end) {
                            _end = $undefined;
                            break;
                        }
                        let wireType = tag & 7;
                        switch (tag >>>= 3) {
                        case 1: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.text = value;
                                else
                                    delete message.text;
                                continue;
                            }
                        case 2: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message["class"] = value;
                                else
                                    delete message["class"];
                                continue;
                            }
                        case 3: {
                                if (wireType !== 2)
                                    break;
                                message.at = $root.google.protobuf.Timestamp.decode(reader, reader.size(), $undefined, _depth + 1, message.at);
                                continue;
                            }
                        case 4: {
                                if (wireType !== 2)
                                    break;
                                if (!(message.names && message.names.length))
                                    message.names = [];
                                message.names.push(reader.stringVerify());
                                continue;
                            }
                        }
                        reader.skipType(wireType, _depth, tag);
                        if (!reader.discardUnknown) {
                            $util.makeProp(message, "$unknowns", false);
                            (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                        }
                    }
                    if (length !== $undefined) {
                        if (reader.pos !== end)
                            throw $RangeError("index out of range");
                        reader.len = length;
                    }
                    if (_end !== $undefined)
                        throw $Error("missing end group");
                    return message;
                };

                return SdsNack;
            })();

            v1.SdsName = (function() {

                const SdsName = function (properties) {
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                SdsName.prototype.name = "";
                SdsName.prototype.kind = "";
                SdsName.prototype.standing = "";
                SdsName.prototype.reason = "";
                SdsName.prototype.since = null;
                SdsName.prototype.version_sent = "";
                SdsName.prototype.version_acked = "";
                SdsName.prototype.sent_at = null;
                SdsName.prototype.expires_at = null;
                SdsName.prototype.serial_number = "";
                SdsName.prototype.quarantined = false;

                SdsName.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.name != null && $Object.hasOwnProperty.call(message, "name") && message.name !== "")
                        writer.uint32(10).string(message.name);
                    if (message.kind != null && $Object.hasOwnProperty.call(message, "kind") && message.kind !== "")
                        writer.uint32(18).string(message.kind);
                    if (message.standing != null && $Object.hasOwnProperty.call(message, "standing") && message.standing !== "")
                        writer.uint32(26).string(message.standing);
                    if (message.reason != null && $Object.hasOwnProperty.call(message, "reason") && message.reason !== "")
                        writer.uint32(34).string(message.reason);
                    if (message.since != null && $Object.hasOwnProperty.call(message, "since"))
                        $root.google.protobuf.Timestamp.encode(message.since, writer.uint32(42).fork(), _depth + 1).ldelim();
                    if (message.version_sent != null && $Object.hasOwnProperty.call(message, "version_sent") && message.version_sent !== "")
                        writer.uint32(50).string(message.version_sent);
                    if (message.version_acked != null && $Object.hasOwnProperty.call(message, "version_acked") && message.version_acked !== "")
                        writer.uint32(58).string(message.version_acked);
                    if (message.sent_at != null && $Object.hasOwnProperty.call(message, "sent_at"))
                        $root.google.protobuf.Timestamp.encode(message.sent_at, writer.uint32(66).fork(), _depth + 1).ldelim();
                    if (message.expires_at != null && $Object.hasOwnProperty.call(message, "expires_at"))
                        $root.google.protobuf.Timestamp.encode(message.expires_at, writer.uint32(74).fork(), _depth + 1).ldelim();
                    if (message.serial_number != null && $Object.hasOwnProperty.call(message, "serial_number") && message.serial_number !== "")
                        writer.uint32(82).string(message.serial_number);
                    if (message.quarantined != null && $Object.hasOwnProperty.call(message, "quarantined") && message.quarantined !== false)
                        writer.uint32(88).bool(message.quarantined);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                SdsName.decode = function (reader, length, _end, _depth, _target) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $Reader.recursionLimit)
                        throw $Error("max depth exceeded");
                    let end, message, value;
                    if (length === $undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw $RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = _target || new $root.sigil.agent.v1.SdsName();
                    while (reader.pos < end) {
                        let start = reader.pos;
                        let tag = reader.tag();
                        if (tag === _end) {
                            _end = $undefined;
                            break;
                        }
                        let wireType = tag & 7;
                        switch (tag >>>= 3) {
                        case 1: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.name = value;
                                else
                                    delete message.name;
                                continue;
                            }
                        case 2: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.kind = value;
                                else
                                    delete message.kind;
                                continue;
                            }
                        case 3: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.standing = value;
                                else
                                    delete message.standing;
                                continue;
                            }
                        case 4: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.reason = value;
                                else
                                    delete message.reason;
                                continue;
                            }
                        case 5: {
                                if (wireType !== 2)
                                    break;
                                message.since = $root.google.protobuf.Timestamp.decode(reader, reader.size(), $undefined, _depth + 1, message.since);
                                continue;
                            }
                        case 6: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.version_sent = value;
                                else
                                    delete message.version_sent;
                                continue;
                            }
                        case 7: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.version_acked = value;
                                else
                                    delete message.version_acked;
                                continue;
                            }
                        case 8: {
                                if (wireType !== 2)
                                    break;
                                message.sent_at = $root.google.protobuf.Timestamp.decode(reader, reader.size(), $undefined, _depth + 1, message.sent_at);
                                continue;
                            }
                        case 9: {
                                if (wireType !== 2)
                                    break;
                                message.expires_at = $root.google.protobuf.Timestamp.decode(reader, reader.size(), $undefined, _depth + 1, message.expires_at);
                                continue;
                            }
                        case 10: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.serial_number = value;
                                else
                                    delete message.serial_number;
                                continue;
                            }
                        case 11: {
                                if (wireType !== 0)
                                    break;
                                if (value = reader.bool())
                                    message.quarantined = value;
                                else
                                    delete message.quarantined;
                                continue;
                            }
                        }
                        reader.skipType(wireType, _depth, tag);
                        if (!reader.discardUnknown) {
                            $util.makeProp(message, "$unknowns", false);
                            (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                        }
                    }
                    if (length !== $undefined) {
                        if (reader.pos !== end)
                            throw $RangeError("index out of range");
                        reader.len = length;
                    }
                    if (_end !== $undefined)
                        throw $Error("missing end group");
                    return message;
                };

                return SdsName;
            })();

            v1.ExplainRequest = (function() {

                const ExplainRequest = function (properties) {
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                ExplainRequest.prototype.pid = null;
                ExplainRequest.prototype.uid = null;
                ExplainRequest.prototype.pod = null;

                let $oneOfFields;

                $Object.defineProperty(ExplainRequest.prototype, "target", {
                    get: $util.oneOfGetter($oneOfFields = ["pid", "uid", "pod"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                ExplainRequest.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.pid != null && $Object.hasOwnProperty.call(message, "pid"))
                        writer.uint32(8).uint32(message.pid);
                    if (message.uid != null && $Object.hasOwnProperty.call(message, "uid"))
                        writer.uint32(16).uint32(message.uid);
                    if (message.pod != null && $Object.hasOwnProperty.call(message, "pod"))
                        writer.uint32(26).string(message.pod);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                ExplainRequest.decode = function (reader, length, _end, _depth, _target) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $Reader.recursionLimit)
                        throw $Error("max depth exceeded");
                    let end, message;
                    if (length === $undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw $RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = _target || new $root.sigil.agent.v1.ExplainRequest();
                    while (reader.pos < end) {
                        let start = reader.pos;
                        let tag = reader.tag();
                        if (tag === _end) {
                            _end = $undefined;
                            break;
                        }
                        let wireType = tag & 7;
                        switch (tag >>>= 3) {
                        case 1: {
                                if (wireType !== 0)
                                    break;
                                message.pid = reader.uint32();
                                message.target = "pid";
                                continue;
                            }
                        case 2: {
                                if (wireType !== 0)
                                    break;
                                message.uid = reader.uint32();
                                message.target = "uid";
                                continue;
                            }
                        case 3: {
                                if (wireType !== 2)
                                    break;
                                message.pod = reader.stringVerify();
                                message.target = "pod";
                                continue;
                            }
                        }
                        reader.skipType(wireType, _depth, tag);
                        if (!reader.discardUnknown) {
                            $util.makeProp(message, "$unknowns", false);
                            (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                        }
                    }
                    if (length !== $undefined) {
                        if (reader.pos !== end)
                            throw $RangeError("index out of range");
                        reader.len = length;
                    }
                    if (_end !== $undefined)
                        throw $Error("missing end group");
                    return message;
                };

                return ExplainRequest;
            })();

            v1.ExplainResponse = (function() {

                const ExplainResponse = function (properties) {
                    this.explanations = [];
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                ExplainResponse.prototype.explanations = $util.emptyArray;

                ExplainResponse.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.explanations != null && message.explanations.length)
                        for (let i = 0; i < message.explanations.length; ++i)
                            $root.sigil.agent.v1.Explanation.encode(message.explanations[i], writer.uint32(10).fork(), _depth + 1).ldelim();
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                ExplainResponse.decode = function (reader, length, _end, _depth, _target) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $Reader.recursionLimit)
                        throw $Error("max depth exceeded");
                    let end, message;
                    if (length === $undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw $RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = _target || new $root.sigil.agent.v1.ExplainResponse();
                    while (reader.pos < end) {
                        let start = reader.pos;
                        let tag = reader.tag();
                        if (tag === _end) {
                            _end = $undefined;
                            break;
                        }
                        let wireType = tag & 7;
                        switch (tag >>>= 3) {
                        case 1: {
                                if (wireType !== 2)
                                    break;
                                if (!(message.explanations && message.explanations.length))
                                    message.explanations = [];
                                message.explanations.push($root.sigil.agent.v1.Explanation.decode(reader, reader.size(), $undefined, _depth + 1));
                                continue;
                            }
                        }
                        reader.skipType(wireType, _depth, tag);
                        if (!reader.discardUnknown) {
                            $util.makeProp(message, "$unknowns", false);
                            (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                        }
                    }
                    if (length !== $undefined) {
                        if (reader.pos !== end)
                            throw $RangeError("index out of range");
                        reader.len = length;
                    }
                    if (_end !== $undefined)
                        throw $Error("missing end group");
                    return message;
                };

                return ExplainResponse;
            })();

            v1.Explanation = (function() {

                const Explanation = function (properties) {
                    this.pids = [];
                    this.selectors = [];
                    this.matching = [];
                    this.near = [];
                    this.sds_names = [];
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                Explanation.prototype.pids = $util.emptyArray;
                Explanation.prototype.selectors = $util.emptyArray;
                Explanation.prototype.incomplete = false;
                Explanation.prototype.matching = $util.emptyArray;
                Explanation.prototype.near = $util.emptyArray;
                Explanation.prototype.more_near = 0;
                Explanation.prototype.sds_names = $util.emptyArray;
                Explanation.prototype.verdict = "";
                Explanation.prototype.attested_in = null;
                Explanation.prototype.pod_trace = null;

                Explanation.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.pids != null && message.pids.length)
                        writer.uint32(10).uint32s(message.pids);
                    if (message.selectors != null && message.selectors.length)
                        for (let i = 0; i < message.selectors.length; ++i)
                            writer.uint32(18).string(message.selectors[i]);
                    if (message.incomplete != null && $Object.hasOwnProperty.call(message, "incomplete") && message.incomplete !== false)
                        writer.uint32(24).bool(message.incomplete);
                    if (message.matching != null && message.matching.length)
                        for (let i = 0; i < message.matching.length; ++i)
                            $root.sigil.agent.v1.MatchingEntry.encode(message.matching[i], writer.uint32(34).fork(), _depth + 1).ldelim();
                    if (message.near != null && message.near.length)
                        for (let i = 0; i < message.near.length; ++i)
                            $root.sigil.agent.v1.NearEntry.encode(message.near[i], writer.uint32(42).fork(), _depth + 1).ldelim();
                    if (message.more_near != null && $Object.hasOwnProperty.call(message, "more_near") && message.more_near !== 0)
                        writer.uint32(48).uint32(message.more_near);
                    if (message.sds_names != null && message.sds_names.length)
                        for (let i = 0; i < message.sds_names.length; ++i)
                            $root.sigil.agent.v1.ResolvedName.encode(message.sds_names[i], writer.uint32(58).fork(), _depth + 1).ldelim();
                    if (message.verdict != null && $Object.hasOwnProperty.call(message, "verdict") && message.verdict !== "")
                        writer.uint32(66).string(message.verdict);
                    if (message.attested_in != null && $Object.hasOwnProperty.call(message, "attested_in"))
                        $root.google.protobuf.Duration.encode(message.attested_in, writer.uint32(74).fork(), _depth + 1).ldelim();
                    if (message.pod_trace != null && $Object.hasOwnProperty.call(message, "pod_trace"))
                        $root.sigil.agent.v1.PodTrace.encode(message.pod_trace, writer.uint32(82).fork(), _depth + 1).ldelim();
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                Explanation.decode = function (reader, length, _end, _depth, _target) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $Reader.recursionLimit)
                        throw $Error("max depth exceeded");
                    let end, message, value;
                    if (length === $undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw $RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = _target || new $root.sigil.agent.v1.Explanation();
                    while (reader.pos < end) {
                        let start = reader.pos;
                        let tag = reader.tag();
                        if (tag === _end) {
                            _end = $undefined;
                            break;
                        }
                        let wireType = tag & 7;
                        switch (tag >>>= 3) {
                        case 1: {
                                if (wireType === 2) {
                                    if (!(message.pids && message.pids.length))
                                        message.pids = [];
                                    reader.uint32s(message.pids);
                                    continue;
                                }
                                if (wireType !== 0)
                                    break;
                                if (!(message.pids && message.pids.length))
                                    message.pids = [];
                                message.pids.push(reader.uint32());
                                continue;
                            }
                        case 2: {
                                if (wireType !== 2)
                                    break;
                                if (!(message.selectors && message.selectors.length))
                                    message.selectors = [];
                                message.selectors.push(reader.stringVerify());
                                continue;
                            }
                        case 3: {
                                if (wireType !== 0)
                                    break;
                                if (value = reader.bool())
                                    message.incomplete = value;
                                else
                                    delete message.incomplete;
                                continue;
                            }
                        case 4: {
                                if (wireType !== 2)
                                    break;
                                if (!(message.matching && message.matching.length))
                                    message.matching = [];
                                message.matching.push($root.sigil.agent.v1.MatchingEntry.decode(reader, reader.size(), $undefined, _depth + 1));
                                continue;
                            }
                        case 5: {
                                if (wireType !== 2)
                                    break;
                                if (!(message.near && message.near.length))
                                    message.near = [];
                                message.near.push($root.sigil.agent.v1.NearEntry.decode(reader, reader.size(), $undefined, _depth + 1));
                                continue;
                            }
                        case 6: {
                                if (wireType !== 0)
                                    break;
                                if (value = reader.uint32())
                                    message.more_near = value;
                                else
                                    delete message.more_near;
                                continue;
                            }
                        case 7: {
                                if (wireType !== 2)
                                    break;
                                if (!(message.sds_names && message.sds_names.length))
                                    message.sds_names = [];
                                message.sds_names.push($root.sigil.agent.v1.ResolvedName.decode(reader, reader.size(), $undefined, _depth + 1));
                                continue;
                            }
                        case 8: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.verdict = value;
                                else
                                    delete message.verdict;
                                continue;
                            }
                        case 9: {
                                if (wireType !== 2)
                                    break;
                                message.attested_in = $root.google.protobuf.Duration.decode(reader, reader.size(), $undefined, _depth + 1, message.attested_in);
                                continue;
                            }
                        case 10: {
                                if (wireType !== 2)
                                    break;
                                message.pod_trace = $root.sigil.agent.v1.PodTrace.decode(reader, reader.size(), $undefined, _depth + 1, message.pod_trace);
                                continue;
                            }
                        }
                        reader.skipType(wireType, _depth, tag);
                        if (!reader.discardUnknown) {
                            $util.makeProp(message, "$unknowns", false);
                            (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                        }
                    }
                    if (length !== $undefined) {
                        if (reader.pos !== end)
                            throw $RangeError("index out of range");
                        reader.len = length;
                    }
                    if (_end !== $undefined)
                        throw $Error("missing end group");
                    return message;
                };

                return Explanation;
            })();

            v1.PodTrace = (function() {

                const PodTrace = function (properties) {
                    this.cgroup = [];
                    this.named = [];
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                PodTrace.prototype.cgroup = $util.emptyArray;
                PodTrace.prototype.named = $util.emptyArray;
                PodTrace.prototype.chosen = null;
                PodTrace.prototype.pod = "";
                PodTrace.prototype.container = "";
                PodTrace.prototype.source = "";
                PodTrace.prototype.waited = null;
                PodTrace.prototype.reason = "";

                PodTrace.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.cgroup != null && message.cgroup.length)
                        for (let i = 0; i < message.cgroup.length; ++i)
                            writer.uint32(10).string(message.cgroup[i]);
                    if (message.named != null && message.named.length)
                        for (let i = 0; i < message.named.length; ++i)
                            $root.sigil.agent.v1.ContainerRef.encode(message.named[i], writer.uint32(18).fork(), _depth + 1).ldelim();
                    if (message.chosen != null && $Object.hasOwnProperty.call(message, "chosen"))
                        $root.sigil.agent.v1.ContainerRef.encode(message.chosen, writer.uint32(26).fork(), _depth + 1).ldelim();
                    if (message.pod != null && $Object.hasOwnProperty.call(message, "pod") && message.pod !== "")
                        writer.uint32(34).string(message.pod);
                    if (message.container != null && $Object.hasOwnProperty.call(message, "container") && message.container !== "")
                        writer.uint32(42).string(message.container);
                    if (message.source != null && $Object.hasOwnProperty.call(message, "source") && message.source !== "")
                        writer.uint32(50).string(message.source);
                    if (message.waited != null && $Object.hasOwnProperty.call(message, "waited"))
                        $root.google.protobuf.Duration.encode(message.waited, writer.uint32(58).fork(), _depth + 1).ldelim();
                    if (message.reason != null && $Object.hasOwnProperty.call(message, "reason") && message.reason !== "")
                        writer.uint32(66).string(message.reason);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                PodTrace.decode = function (reader, length, _end, _depth, _target) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $Reader.recursionLimit)
                        throw $Error("max depth exceeded");
                    let end, message, value;
                    if (length === $undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw $RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = _target || new $root.sigil.agent.v1.PodTrace();
                    while (reader.pos < end) {
                        let start = reader.pos;
                        let tag = reader.tag();
                        if (tag === _end) {
                            _end = $undefined;
                            break;
                        }
                        let wireType = tag & 7;
                        switch (tag >>>= 3) {
                        case 1: {
                                if (wireType !== 2)
                                    break;
                                if (!(message.cgroup && message.cgroup.length))
                                    message.cgroup = [];
                                message.cgroup.push(reader.stringVerify());
                                continue;
                            }
                        case 2: {
                                if (wireType !== 2)
                                    break;
                                if (!(message.named && message.named.length))
                                    message.named = [];
                                message.named.push($root.sigil.agent.v1.ContainerRef.decode(reader, reader.size(), $undefined, _depth + 1));
                                continue;
                            }
                        case 3: {
                                if (wireType !== 2)
                                    break;
                                message.chosen = $root.sigil.agent.v1.ContainerRef.decode(reader, reader.size(), $undefined, _depth + 1, message.chosen);
                                continue;
                            }
                        case 4: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.pod = value;
                                else
                                    delete message.pod;
                                continue;
                            }
                        case 5: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.container = value;
                                else
                                    delete message.container;
                                continue;
                            }
                        case 6: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.source = value;
                                else
                                    delete message.source;
                                continue;
                            }
                        case 7: {
                                if (wireType !== 2)
                                    break;
                                message.waited = $root.google.protobuf.Duration.decode(reader, reader.size(), $undefined, _depth + 1, message.waited);
                                continue;
                            }
                        case 8: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.reason = value;
                                else
                                    delete message.reason;
                                continue;
                            }
                        }
                        reader.skipType(wireType, _depth, tag);
                        if (!reader.discardUnknown) {
                            $util.makeProp(message, "$unknowns", false);
                            (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                        }
                    }
                    if (length !== $undefined) {
                        if (reader.pos !== end)
                            throw $RangeError("index out of range");
                        reader.len = length;
                    }
                    if (_end !== $undefined)
                        throw $Error("missing end group");
                    return message;
                };

                return PodTrace;
            })();

            v1.ContainerRef = (function() {

                const ContainerRef = function (properties) {
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                ContainerRef.prototype.pod_uid = "";
                ContainerRef.prototype.container_id = "";

                ContainerRef.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.pod_uid != null && $Object.hasOwnProperty.call(message, "pod_uid") && message.pod_uid !== "")
                        writer.uint32(10).string(message.pod_uid);
                    if (message.container_id != null && $Object.hasOwnProperty.call(message, "container_id") && message.container_id !== "")
                        writer.uint32(18).string(message.container_id);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                ContainerRef.decode = function (reader, length, _end, _depth, _target) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $Reader.recursionLimit)
                        throw $Error("max depth exceeded");
                    let end, message, value;
                    if (length === $undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw $RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = _target || new $root.sigil.agent.v1.ContainerRef();
                    while (reader.pos < end) {
                        let start = reader.pos;
                        let tag = reader.tag();
                        if (tag === _end) {
                            _end = $undefined;
                            break;
                        }
                        let wireType = tag & 7;
                        switch (tag >>>= 3) {
                        case 1: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.pod_uid = value;
                                else
                                    delete message.pod_uid;
                                continue;
                            }
                        case 2: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.container_id = value;
                                else
                                    delete message.container_id;
                                continue;
                            }
                        }
                        reader.skipType(wireType, _depth, tag);
                        if (!reader.discardUnknown) {
                            $util.makeProp(message, "$unknowns", false);
                            (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                        }
                    }
                    if (length !== $undefined) {
                        if (reader.pos !== end)
                            throw $RangeError("index out of range");
                        reader.len = length;
                    }
                    if (_end !== $undefined)
                        throw $Error("missing end group");
                    return message;
                };

                return ContainerRef;
            })();

            v1.MatchingEntry = (function() {

                const MatchingEntry = function (properties) {
                    this.selectors = [];
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                MatchingEntry.prototype.entry_id = "";
                MatchingEntry.prototype.spiffe_id = "";
                MatchingEntry.prototype.hint = "";
                MatchingEntry.prototype.selectors = $util.emptyArray;
                MatchingEntry.prototype.served = false;
                MatchingEntry.prototype.reason = "";
                MatchingEntry.prototype.expires_at = null;

                MatchingEntry.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.entry_id != null && $Object.hasOwnProperty.call(message, "entry_id") && message.entry_id !== "")
                        writer.uint32(10).string(message.entry_id);
                    if (message.spiffe_id != null && $Object.hasOwnProperty.call(message, "spiffe_id") && message.spiffe_id !== "")
                        writer.uint32(18).string(message.spiffe_id);
                    if (message.hint != null && $Object.hasOwnProperty.call(message, "hint") && message.hint !== "")
                        writer.uint32(26).string(message.hint);
                    if (message.selectors != null && message.selectors.length)
                        for (let i = 0; i < message.selectors.length; ++i)
                            writer.uint32(34).string(message.selectors[i]);
                    if (message.served != null && $Object.hasOwnProperty.call(message, "served") && message.served !== false)
                        writer.uint32(40).bool(message.served);
                    if (message.reason != null && $Object.hasOwnProperty.call(message, "reason") && message.reason !== "")
                        writer.uint32(50).string(message.reason);
                    if (message.expires_at != null && $Object.hasOwnProperty.call(message, "expires_at"))
                        $root.google.protobuf.Timestamp.encode(message.expires_at, writer.uint32(58).fork(), _depth + 1).ldelim();
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                MatchingEntry.decode = function (reader, length, _end, _depth, _target) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $Reader.recursionLimit)
                        throw $Error("max depth exceeded");
                    let end, message, value;
                    if (length === $undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw $RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = _target || new $root.sigil.agent.v1.MatchingEntry();
                    while (reader.pos < end) {
                        let start = reader.pos;
                        let tag = reader.tag();
                        if (tag === _end) {
                            _end = $undefined;
                            break;
                        }
                        let wireType = tag & 7;
                        switch (tag >>>= 3) {
                        case 1: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.entry_id = value;
                                else
                                    delete message.entry_id;
                                continue;
                            }
                        case 2: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.spiffe_id = value;
                                else
                                    delete message.spiffe_id;
                                continue;
                            }
                        case 3: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.hint = value;
                                else
                                    delete message.hint;
                                continue;
                            }
                        case 4: {
                                if (wireType !== 2)
                                    break;
                                if (!(message.selectors && message.selectors.length))
                                    message.selectors = [];
                                message.selectors.push(reader.stringVerify());
                                continue;
                            }
                        case 5: {
                                if (wireType !== 0)
                                    break;
                                if (value = reader.bool())
                                    message.served = value;
                                else
                                    delete message.served;
                                continue;
                            }
                        case 6: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.reason = value;
                                else
                                    delete message.reason;
                                continue;
                            }
                        case 7: {
                                if (wireType !== 2)
                                    break;
                                message.expires_at = $root.google.protobuf.Timestamp.decode(reader, reader.size(), $undefined, _depth + 1, message.expires_at);
                                continue;
                            }
                        }
                        reader.skipType(wireType, _depth, tag);
                        if (!reader.discardUnknown) {
                            $util.makeProp(message, "$unknowns", false);
                            (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                        }
                    }
                    if (length !== $undefined) {
                        if (reader.pos !== end)
                            throw $RangeError("index out of range");
                        reader.len = length;
                    }
                    if (_end !== $undefined)
                        throw $Error("missing end group");
                    return message;
                };

                return MatchingEntry;
            })();

            v1.NearEntry = (function() {

                const NearEntry = function (properties) {
                    this.matched = [];
                    this.missing = [];
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                NearEntry.prototype.entry_id = "";
                NearEntry.prototype.spiffe_id = "";
                NearEntry.prototype.matched = $util.emptyArray;
                NearEntry.prototype.missing = $util.emptyArray;

                NearEntry.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.entry_id != null && $Object.hasOwnProperty.call(message, "entry_id") && message.entry_id !== "")
                        writer.uint32(10).string(message.entry_id);
                    if (message.spiffe_id != null && $Object.hasOwnProperty.call(message, "spiffe_id") && message.spiffe_id !== "")
                        writer.uint32(18).string(message.spiffe_id);
                    if (message.matched != null && message.matched.length)
                        for (let i = 0; i < message.matched.length; ++i)
                            writer.uint32(26).string(message.matched[i]);
                    if (message.missing != null && message.missing.length)
                        for (let i = 0; i < message.missing.length; ++i)
                            $root.sigil.agent.v1.MissingSelector.encode(message.missing[i], writer.uint32(34).fork(), _depth + 1).ldelim();
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                NearEntry.decode = function (reader, length, _end, _depth, _target) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $Reader.recursionLimit)
                        throw $Error("max depth exceeded");
                    let end, message, value;
                    if (length === $undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw $RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = _target || new $root.sigil.agent.v1.NearEntry();
                    while (reader.pos < end) {
                        let start = reader.pos;
                        let tag = reader.tag();
                        if (tag === _end) {
                            _end = $undefined;
                            break;
                        }
                        let wireType = tag & 7;
                        switch (tag >>>= 3) {
                        case 1: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.entry_id = value;
                                else
                                    delete message.entry_id;
                                continue;
                            }
                        case 2: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.spiffe_id = value;
                                else
                                    delete message.spiffe_id;
                                continue;
                            }
                        case 3: {
                                if (wireType !== 2)
                                    break;
                                if (!(message.matched && message.matched.length))
                                    message.matched = [];
                                message.matched.push(reader.stringVerify());
                                continue;
                            }
                        case 4: {
                                if (wireType !== 2)
                                    break;
                                if (!(message.missing && message.missing.length))
                                    message.missing = [];
                                message.missing.push($root.sigil.agent.v1.MissingSelector.decode(reader, reader.size(), $undefined, _depth + 1));
                                continue;
                            }
                        }
                        reader.skipType(wireType, _depth, tag);
                        if (!reader.discardUnknown) {
                            $util.makeProp(message, "$unknowns", false);
                            (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                        }
                    }
                    if (length !== $undefined) {
                        if (reader.pos !== end)
                            throw $RangeError("index out of range");
                        reader.len = length;
                    }
                    if (_end !== $undefined)
                        throw $Error("missing end group");
                    return message;
                };

                return NearEntry;
            })();

            v1.MissingSelector = (function() {

                const MissingSelector = function (properties) {
                    this.instead = [];
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                MissingSelector.prototype.selector = "";
                MissingSelector.prototype.instead = $util.emptyArray;

                MissingSelector.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.selector != null && $Object.hasOwnProperty.call(message, "selector") && message.selector !== "")
                        writer.uint32(10).string(message.selector);
                    if (message.instead != null && message.instead.length)
                        for (let i = 0; i < message.instead.length; ++i)
                            writer.uint32(18).string(message.instead[i]);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                MissingSelector.decode = function (reader, length, _end, _depth, _target) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $Reader.recursionLimit)
                        throw $Error("max depth exceeded");
                    let end, message, value;
                    if (length === $undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw $RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = _target || new $root.sigil.agent.v1.MissingSelector();
                    while (reader.pos < end) {
                        let start = reader.pos;
                        let tag = reader.tag();
                        if (tag === _end) {
                            _end = $undefined;
                            break;
                        }
                        let wireType = tag & 7;
                        switch (tag >>>= 3) {
                        case 1: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.selector = value;
                                else
                                    delete message.selector;
                                continue;
                            }
                        case 2: {
                                if (wireType !== 2)
                                    break;
                                if (!(message.instead && message.instead.length))
                                    message.instead = [];
                                message.instead.push(reader.stringVerify());
                                continue;
                            }
                        }
                        reader.skipType(wireType, _depth, tag);
                        if (!reader.discardUnknown) {
                            $util.makeProp(message, "$unknowns", false);
                            (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                        }
                    }
                    if (length !== $undefined) {
                        if (reader.pos !== end)
                            throw $RangeError("index out of range");
                        reader.len = length;
                    }
                    if (_end !== $undefined)
                        throw $Error("missing end group");
                    return message;
                };

                return MissingSelector;
            })();

            v1.ResolvedName = (function() {

                const ResolvedName = function (properties) {
                    this.spiffe_ids = [];
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                ResolvedName.prototype.name = "";
                ResolvedName.prototype.outcome = "";
                ResolvedName.prototype.spiffe_ids = $util.emptyArray;
                ResolvedName.prototype.reason = "";

                ResolvedName.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.name != null && $Object.hasOwnProperty.call(message, "name") && message.name !== "")
                        writer.uint32(10).string(message.name);
                    if (message.outcome != null && $Object.hasOwnProperty.call(message, "outcome") && message.outcome !== "")
                        writer.uint32(18).string(message.outcome);
                    if (message.spiffe_ids != null && message.spiffe_ids.length)
                        for (let i = 0; i < message.spiffe_ids.length; ++i)
                            writer.uint32(26).string(message.spiffe_ids[i]);
                    if (message.reason != null && $Object.hasOwnProperty.call(message, "reason") && message.reason !== "")
                        writer.uint32(34).string(message.reason);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                ResolvedName.decode = function (reader, length, _end, _depth, _target) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $Reader.recursionLimit)
                        throw $Error("max depth exceeded");
                    let end, message, value;
                    if (length === $undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw $RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = _target || new $root.sigil.agent.v1.ResolvedName();
                    while (reader.pos < end) {
                        let start = reader.pos;
                        let tag = reader.tag();
                        if (tag === _end) {
                            _end = $undefined;
                            break;
                        }
                        let wireType = tag & 7;
                        switch (tag >>>= 3) {
                        case 1: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.name = value;
                                else
                                    delete message.name;
                                continue;
                            }
                        case 2: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.outcome = value;
                                else
                                    delete message.outcome;
                                continue;
                            }
                        case 3: {
                                if (wireType !== 2)
                                    break;
                                if (!(message.spiffe_ids && message.spiffe_ids.length))
                                    message.spiffe_ids = [];
                                message.spiffe_ids.push(reader.stringVerify());
                                continue;
                            }
                        case 4: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.reason = value;
                                else
                                    delete message.reason;
                                continue;
                            }
                        }
                        reader.skipType(wireType, _depth, tag);
                        if (!reader.discardUnknown) {
                            $util.makeProp(message, "$unknowns", false);
                            (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                        }
                    }
                    if (length !== $undefined) {
                        if (reader.pos !== end)
                            throw $RangeError("index out of range");
                        reader.len = length;
                    }
                    if (_end !== $undefined)
                        throw $Error("missing end group");
                    return message;
                };

                return ResolvedName;
            })();

            return v1;
        })();

        return agent;
    })();

    return sigil;
})();

export const google = $root.google = (() => {

    const google = {};

    google.protobuf = (function() {

        const protobuf = {};

        protobuf.Duration = (function() {

            const Duration = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Duration.prototype.seconds = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
            Duration.prototype.nanos = 0;

            Duration.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.seconds != null && $Object.hasOwnProperty.call(message, "seconds") && (typeof message.seconds === "object" ? message.seconds.low || message.seconds.high : message.seconds !== 0))
                    writer.uint32(8).int64(message.seconds);
                if (message.nanos != null && $Object.hasOwnProperty.call(message, "nanos") && message.nanos !== 0)
                    writer.uint32(16).int32(message.nanos);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            Duration.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.google.protobuf.Duration();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                                message.seconds = value;
                            else
                                delete message.seconds;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.int32())
                                message.nanos = value;
                            else
                                delete message.nanos;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Duration;
        })();

        protobuf.Timestamp = (function() {

            const Timestamp = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Timestamp.prototype.seconds = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
            Timestamp.prototype.nanos = 0;

            Timestamp.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.seconds != null && $Object.hasOwnProperty.call(message, "seconds") && (typeof message.seconds === "object" ? message.seconds.low || message.seconds.high : message.seconds !== 0))
                    writer.uint32(8).int64(message.seconds);
                if (message.nanos != null && $Object.hasOwnProperty.call(message, "nanos") && message.nanos !== 0)
                    writer.uint32(16).int32(message.nanos);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            Timestamp.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.google.protobuf.Timestamp();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                                message.seconds = value;
                            else
                                delete message.seconds;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.int32())
                                message.nanos = value;
                            else
                                delete message.nanos;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Timestamp;
        })();

        return protobuf;
    })();

    return google;
})();

export {
  $root as default
};
