/*eslint-disable block-scoped-var, id-length, no-control-regex, no-magic-numbers, no-mixed-operators, no-prototype-builtins, no-redeclare, no-shadow, no-var, sort-vars, default-case, jsdoc/require-param*/
import $protobuf from "./runtime.js";

const $Reader = $protobuf.Reader, $Writer = $protobuf.Writer, $util = $protobuf.util;
const $Object = $util.global.Object, $undefined = $util.global.undefined, $Error = $util.global.Error, $RangeError = $util.global.RangeError;

const $root = $protobuf.roots["sigil-fleet"] || ($protobuf.roots["sigil-fleet"] = {});

export const sigil = $root.sigil = (() => {

    const sigil = {};

    sigil.fleet = (function() {

        const fleet = {};

        fleet.v1 = (function() {

            const v1 = {};

            v1.IssueNodeTokenRequest = (function() {

                const IssueNodeTokenRequest = function (properties) {
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                IssueNodeTokenRequest.encode = function (message, writer, _depth) {
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

                IssueNodeTokenRequest.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.sigil.fleet.v1.IssueNodeTokenRequest();
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

                return IssueNodeTokenRequest;
            })();

            v1.IssueNodeTokenResponse = (function() {

                const IssueNodeTokenResponse = function (properties) {
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                IssueNodeTokenResponse.prototype.token = "";
                IssueNodeTokenResponse.prototype.expires_at_ms = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
                IssueNodeTokenResponse.prototype.endpoint = "";
                IssueNodeTokenResponse.prototype.heartbeat_interval_ms = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

                IssueNodeTokenResponse.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.token != null && $Object.hasOwnProperty.call(message, "token") && message.token !== "")
                        writer.uint32(10).string(message.token);
                    if (message.expires_at_ms != null && $Object.hasOwnProperty.call(message, "expires_at_ms") && (typeof message.expires_at_ms === "object" ? message.expires_at_ms.low || message.expires_at_ms.high : message.expires_at_ms !== 0))
                        writer.uint32(16).int64(message.expires_at_ms);
                    if (message.endpoint != null && $Object.hasOwnProperty.call(message, "endpoint") && message.endpoint !== "")
                        writer.uint32(26).string(message.endpoint);
                    if (message.heartbeat_interval_ms != null && $Object.hasOwnProperty.call(message, "heartbeat_interval_ms") && (typeof message.heartbeat_interval_ms === "object" ? message.heartbeat_interval_ms.low || message.heartbeat_interval_ms.high : message.heartbeat_interval_ms !== 0))
                        writer.uint32(32).int64(message.heartbeat_interval_ms);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                IssueNodeTokenResponse.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.sigil.fleet.v1.IssueNodeTokenResponse();
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
                                    message.token = value;
                                else
                                    delete message.token;
                                continue;
                            }
                        case 2: {
                                if (wireType !== 0)
                                    break;
                                if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                                    message.expires_at_ms = value;
                                else
                                    delete message.expires_at_ms;
                                continue;
                            }
                        case 3: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.endpoint = value;
                                else
                                    delete message.endpoint;
                                continue;
                            }
                        case 4: {
                                if (wireType !== 0)
                                    break;
                                if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                                    message.heartbeat_interval_ms = value;
                                else
                                    delete message.heartbeat_interval_ms;
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

                return IssueNodeTokenResponse;
            })();

            v1.ListAgentStatusesRequest = (function() {

                const ListAgentStatusesRequest = function (properties) {
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                ListAgentStatusesRequest.prototype.page_size = 0;
                ListAgentStatusesRequest.prototype.page_token = "";

                ListAgentStatusesRequest.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.page_size != null && $Object.hasOwnProperty.call(message, "page_size") && message.page_size !== 0)
                        writer.uint32(8).int32(message.page_size);
                    if (message.page_token != null && $Object.hasOwnProperty.call(message, "page_token") && message.page_token !== "")
                        writer.uint32(18).string(message.page_token);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                ListAgentStatusesRequest.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.sigil.fleet.v1.ListAgentStatusesRequest();
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
                                if (value = reader.int32())
                                    message.page_size = value;
                                else
                                    delete message.page_size;
                                continue;
                            }
                        case 2: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.page_token = value;
                                else
                                    delete message.page_token;
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

                return ListAgentStatusesRequest;
            })();

            v1.ListAgentStatusesResponse = (function() {

                const ListAgentStatusesResponse = function (properties) {
                    this.agents = [];
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                ListAgentStatusesResponse.prototype.agents = $util.emptyArray;
                ListAgentStatusesResponse.prototype.next_page_token = "";

                ListAgentStatusesResponse.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.agents != null && message.agents.length)
                        for (let i = 0; i < message.agents.length; ++i)
                            $root.sigil.fleet.v1.AgentStatus.encode(message.agents[i], writer.uint32(10).fork(), _depth + 1).ldelim();
                    if (message.next_page_token != null && $Object.hasOwnProperty.call(message, "next_page_token") && message.next_page_token !== "")
                        writer.uint32(18).string(message.next_page_token);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                ListAgentStatusesResponse.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.sigil.fleet.v1.ListAgentStatusesResponse();
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
                                if (!(message.agents && message.agents.length))
                                    message.agents = [];
                                message.agents.push($root.sigil.fleet.v1.AgentStatus.decode(reader, reader.size(), $undefined, _depth + 1));
                                continue;
                            }
                        case 2: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.next_page_token = value;
                                else
                                    delete message.next_page_token;
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

                return ListAgentStatusesResponse;
            })();

            v1.AgentStatus = (function() {

                const AgentStatus = function (properties) {
                    this.selectors = [];
                    this.evidence = {};
                    this.events = [];
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                AgentStatus.prototype.spiffe_id = "";
                AgentStatus.prototype.attestation_type = "";
                AgentStatus.prototype.banned = false;
                AgentStatus.prototype.expires_at_ms = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
                AgentStatus.prototype.selectors = $util.emptyArray;
                AgentStatus.prototype.version = "";
                AgentStatus.prototype.last_heartbeat_at_ms = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
                AgentStatus.prototype.silent = false;
                AgentStatus.prototype.envoys = 0;
                AgentStatus.prototype.nacks = 0;
                AgentStatus.prototype.identities = 0;
                AgentStatus.prototype.earliest_expiry_at_ms = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
                AgentStatus.prototype.evidence = $util.emptyObject;
                AgentStatus.prototype.evidence_at_ms = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
                AgentStatus.prototype.events = $util.emptyArray;
                AgentStatus.prototype.event_count = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
                AgentStatus.prototype.profile = "";
                AgentStatus.prototype.profile_version = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
                AgentStatus.prototype.cluster = "";
                AgentStatus.prototype.node_uid = "";
                AgentStatus.prototype.pod_uid = "";

                AgentStatus.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.spiffe_id != null && $Object.hasOwnProperty.call(message, "spiffe_id") && message.spiffe_id !== "")
                        writer.uint32(10).string(message.spiffe_id);
                    if (message.attestation_type != null && $Object.hasOwnProperty.call(message, "attestation_type") && message.attestation_type !== "")
                        writer.uint32(18).string(message.attestation_type);
                    if (message.banned != null && $Object.hasOwnProperty.call(message, "banned") && message.banned !== false)
                        writer.uint32(24).bool(message.banned);
                    if (message.expires_at_ms != null && $Object.hasOwnProperty.call(message, "expires_at_ms") && (typeof message.expires_at_ms === "object" ? message.expires_at_ms.low || message.expires_at_ms.high : message.expires_at_ms !== 0))
                        writer.uint32(32).int64(message.expires_at_ms);
                    if (message.selectors != null && message.selectors.length)
                        for (let i = 0; i < message.selectors.length; ++i)
                            writer.uint32(42).string(message.selectors[i]);
                    if (message.version != null && $Object.hasOwnProperty.call(message, "version") && message.version !== "")
                        writer.uint32(50).string(message.version);
                    if (message.last_heartbeat_at_ms != null && $Object.hasOwnProperty.call(message, "last_heartbeat_at_ms") && (typeof message.last_heartbeat_at_ms === "object" ? message.last_heartbeat_at_ms.low || message.last_heartbeat_at_ms.high : message.last_heartbeat_at_ms !== 0))
                        writer.uint32(56).int64(message.last_heartbeat_at_ms);
                    if (message.silent != null && $Object.hasOwnProperty.call(message, "silent") && message.silent !== false)
                        writer.uint32(64).bool(message.silent);
                    if (message.envoys != null && $Object.hasOwnProperty.call(message, "envoys") && message.envoys !== 0)
                        writer.uint32(72).int32(message.envoys);
                    if (message.nacks != null && $Object.hasOwnProperty.call(message, "nacks") && message.nacks !== 0)
                        writer.uint32(80).int32(message.nacks);
                    if (message.identities != null && $Object.hasOwnProperty.call(message, "identities") && message.identities !== 0)
                        writer.uint32(88).int32(message.identities);
                    if (message.earliest_expiry_at_ms != null && $Object.hasOwnProperty.call(message, "earliest_expiry_at_ms") && (typeof message.earliest_expiry_at_ms === "object" ? message.earliest_expiry_at_ms.low || message.earliest_expiry_at_ms.high : message.earliest_expiry_at_ms !== 0))
                        writer.uint32(96).int64(message.earliest_expiry_at_ms);
                    if (message.evidence != null && $Object.hasOwnProperty.call(message, "evidence"))
                        for (let keys = $Object.keys(message.evidence), i = 0; i < keys.length; ++i)
                            writer.uint32(106).fork().uint32(10).string(keys[i]).uint32(18).string(message.evidence[keys[i]]).ldelim();
                    if (message.evidence_at_ms != null && $Object.hasOwnProperty.call(message, "evidence_at_ms") && (typeof message.evidence_at_ms === "object" ? message.evidence_at_ms.low || message.evidence_at_ms.high : message.evidence_at_ms !== 0))
                        writer.uint32(112).int64(message.evidence_at_ms);
                    if (message.events != null && message.events.length)
                        for (let i = 0; i < message.events.length; ++i)
                            $root.sigil.fleet.v1.AgentEvent.encode(message.events[i], writer.uint32(122).fork(), _depth + 1).ldelim();
                    if (message.event_count != null && $Object.hasOwnProperty.call(message, "event_count") && (typeof message.event_count === "object" ? message.event_count.low || message.event_count.high : message.event_count !== 0))
                        writer.uint32(128).int64(message.event_count);
                    if (message.profile != null && $Object.hasOwnProperty.call(message, "profile") && message.profile !== "")
                        writer.uint32(138).string(message.profile);
                    if (message.profile_version != null && $Object.hasOwnProperty.call(message, "profile_version") && (typeof message.profile_version === "object" ? message.profile_version.low || message.profile_version.high : message.profile_version !== 0))
                        writer.uint32(144).int64(message.profile_version);
                    if (message.cluster != null && $Object.hasOwnProperty.call(message, "cluster") && message.cluster !== "")
                        writer.uint32(154).string(message.cluster);
                    if (message.node_uid != null && $Object.hasOwnProperty.call(message, "node_uid") && message.node_uid !== "")
                        writer.uint32(162).string(message.node_uid);
                    if (message.pod_uid != null && $Object.hasOwnProperty.call(message, "pod_uid") && message.pod_uid !== "")
                        writer.uint32(170).string(message.pod_uid);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                AgentStatus.decode = function (reader, length, _end, _depth, _target) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $Reader.recursionLimit)
                        throw $Error("max depth exceeded");
                    let end, message, key, value;
                    if (length === $undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw $RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = _target || new $root.sigil.fleet.v1.AgentStatus();
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
                                    message.spiffe_id = value;
                                else
                                    delete message.spiffe_id;
                                continue;
                            }
                        case 2: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.attestation_type = value;
                                else
                                    delete message.attestation_type;
                                continue;
                            }
                        case 3: {
                                if (wireType !== 0)
                                    break;
                                if (value = reader.bool())
                                    message.banned = value;
                                else
                                    delete message.banned;
                                continue;
                            }
                        case 4: {
                                if (wireType !== 0)
                                    break;
                                if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                                    message.expires_at_ms = value;
                                else
                                    delete message.expires_at_ms;
                                continue;
                            }
                        case 5: {
                                if (wireType !== 2)
                                    break;
                                if (!(message.selectors && message.selectors.length))
                                    message.selectors = [];
                                message.selectors.push(reader.stringVerify());
                                continue;
                            }
                        case 6: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.version = value;
                                else
                                    delete message.version;
                                continue;
                            }
                        case 7: {
                                if (wireType !== 0)
                                    break;
                                if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                                    message.last_heartbeat_at_ms = value;
                                else
                                    delete message.last_heartbeat_at_ms;
                                continue;
                            }
                        case 8: {
                                if (wireType !== 0)
                                    break;
                                if (value = reader.bool())
                                    message.silent = value;
                                else
                                    delete message.silent;
                                continue;
                            }
                        case 9: {
                                if (wireType !== 0)
                                    break;
                                if (value = reader.int32())
                                    message.envoys = value;
                                else
                                    delete message.envoys;
                                continue;
                            }
                        case 10: {
                                if (wireType !== 0)
                                    break;
                                if (value = reader.int32())
                                    message.nacks = value;
                                else
                                    delete message.nacks;
                                continue;
                            }
                        case 11: {
                                if (wireType !== 0)
                                    break;
                                if (value = reader.int32())
                                    message.identities = value;
                                else
                                    delete message.identities;
                                continue;
                            }
                        case 12: {
                                if (wireType !== 0)
                                    break;
                                if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                                    message.earliest_expiry_at_ms = value;
                                else
                                    delete message.earliest_expiry_at_ms;
                                continue;
                            }
                        case 13: {
                                if (wireType !== 2)
                                    break;
                                if (message.evidence === $util.emptyObject)
                                    message.evidence = {};
                                let end2 = reader.size() + reader.pos;
                                if (end2 > reader.len)
                                    throw $RangeError("index out of range");
                                reader.len = end2;
                                key = "";
                                value = "";
                                while (reader.pos < end2) {
                                    let tag2 = reader.tag();
                                    wireType = tag2 & 7;
                                    switch (tag2 >>>= 3) {
                                    case 1:
                                        if (wireType !== 2)
                                            break;
                                        key = reader.stringVerify();
                                        continue;
                                    case 2:
                                        if (wireType !== 2)
                                            break;
                                        value = reader.stringVerify();
                                        continue;
                                    }
                                    reader.skipType(wireType, _depth, tag2);
                                }
                                if (reader.pos !== end2)
                                    throw $RangeError("index out of range");
                                reader.len = end;
                                if (key === "__proto__")
                                    $util.makeProp(message.evidence, key);
                                message.evidence[key] = value;
                                continue;
                            }
                        case 14: {
                                if (wireType !== 0)
                                    break;
                                if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                                    message.evidence_at_ms = value;
                                else
                                    delete message.evidence_at_ms;
                                continue;
                            }
                        case 15: {
                                if (wireType !== 2)
                                    break;
                                if (!(message.events && message.events.length))
                                    message.events = [];
                                message.events.push($root.sigil.fleet.v1.AgentEvent.decode(reader, reader.size(), $undefined, _depth + 1));
                                continue;
                            }
                        case 16: {
                                if (wireType !== 0)
                                    break;
                                if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                                    message.event_count = value;
                                else
                                    delete message.event_count;
                                continue;
                            }
                        case 17: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.profile = value;
                                else
                                    delete message.profile;
                                continue;
                            }
                        case 18: {
                                if (wireType !== 0)
                                    break;
                                if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                                    message.profile_version = value;
                                else
                                    delete message.profile_version;
                                continue;
                            }
                        case 19: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.cluster = value;
                                else
                                    delete message.cluster;
                                continue;
                            }
                        case 20: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.node_uid = value;
                                else
                                    delete message.node_uid;
                                continue;
                            }
                        case 21: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.pod_uid = value;
                                else
                                    delete message.pod_uid;
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

                return AgentStatus;
            })();

            v1.AgentEvent = (function() {

                const AgentEvent = function (properties) {
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                AgentEvent.prototype.at_ms = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
                AgentEvent.prototype.kind = "";
                AgentEvent.prototype.text = "";

                AgentEvent.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.at_ms != null && $Object.hasOwnProperty.call(message, "at_ms") && (typeof message.at_ms === "object" ? message.at_ms.low || message.at_ms.high : message.at_ms !== 0))
                        writer.uint32(8).int64(message.at_ms);
                    if (message.kind != null && $Object.hasOwnProperty.call(message, "kind") && message.kind !== "")
                        writer.uint32(18).string(message.kind);
                    if (message.text != null && $Object.hasOwnProperty.call(message, "text") && message.text !== "")
                        writer.uint32(26).string(message.text);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                AgentEvent.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.sigil.fleet.v1.AgentEvent();
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
                                    message.at_ms = value;
                                else
                                    delete message.at_ms;
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
                                    message.text = value;
                                else
                                    delete message.text;
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

                return AgentEvent;
            })();

            v1.CreateClusterTokenRequest = (function() {

                const CreateClusterTokenRequest = function (properties) {
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                CreateClusterTokenRequest.prototype.ttl_seconds = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
                CreateClusterTokenRequest.prototype.max_uses = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
                CreateClusterTokenRequest.prototype.description = "";
                CreateClusterTokenRequest.prototype.spiffe_id = "";
                CreateClusterTokenRequest.prototype.profile = "";

                CreateClusterTokenRequest.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.ttl_seconds != null && $Object.hasOwnProperty.call(message, "ttl_seconds") && (typeof message.ttl_seconds === "object" ? message.ttl_seconds.low || message.ttl_seconds.high : message.ttl_seconds !== 0))
                        writer.uint32(8).int64(message.ttl_seconds);
                    if (message.max_uses != null && $Object.hasOwnProperty.call(message, "max_uses") && (typeof message.max_uses === "object" ? message.max_uses.low || message.max_uses.high : message.max_uses !== 0))
                        writer.uint32(16).int64(message.max_uses);
                    if (message.description != null && $Object.hasOwnProperty.call(message, "description") && message.description !== "")
                        writer.uint32(26).string(message.description);
                    if (message.spiffe_id != null && $Object.hasOwnProperty.call(message, "spiffe_id") && message.spiffe_id !== "")
                        writer.uint32(34).string(message.spiffe_id);
                    if (message.profile != null && $Object.hasOwnProperty.call(message, "profile") && message.profile !== "")
                        writer.uint32(42).string(message.profile);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                CreateClusterTokenRequest.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.sigil.fleet.v1.CreateClusterTokenRequest();
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
                                    message.ttl_seconds = value;
                                else
                                    delete message.ttl_seconds;
                                continue;
                            }
                        case 2: {
                                if (wireType !== 0)
                                    break;
                                if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                                    message.max_uses = value;
                                else
                                    delete message.max_uses;
                                continue;
                            }
                        case 3: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.description = value;
                                else
                                    delete message.description;
                                continue;
                            }
                        case 4: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.spiffe_id = value;
                                else
                                    delete message.spiffe_id;
                                continue;
                            }
                        case 5: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.profile = value;
                                else
                                    delete message.profile;
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

                return CreateClusterTokenRequest;
            })();

            v1.CreateClusterTokenResponse = (function() {

                const CreateClusterTokenResponse = function (properties) {
                    this.warnings = [];
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                CreateClusterTokenResponse.prototype.token = "";
                CreateClusterTokenResponse.prototype.info = null;
                CreateClusterTokenResponse.prototype.warnings = $util.emptyArray;

                CreateClusterTokenResponse.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.token != null && $Object.hasOwnProperty.call(message, "token") && message.token !== "")
                        writer.uint32(10).string(message.token);
                    if (message.info != null && $Object.hasOwnProperty.call(message, "info"))
                        $root.sigil.fleet.v1.BootstrapToken.encode(message.info, writer.uint32(18).fork(), _depth + 1).ldelim();
                    if (message.warnings != null && message.warnings.length)
                        for (let i = 0; i < message.warnings.length; ++i)
                            writer.uint32(26).string(message.warnings[i]);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                CreateClusterTokenResponse.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.sigil.fleet.v1.CreateClusterTokenResponse();
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
                                    message.token = value;
                                else
                                    delete message.token;
                                continue;
                            }
                        case 2: {
                                if (wireType !== 2)
                                    break;
                                message.info = $root.sigil.fleet.v1.BootstrapToken.decode(reader, reader.size(), $undefined, _depth + 1, message.info);
                                continue;
                            }
                        case 3: {
                                if (wireType !== 2)
                                    break;
                                if (!(message.warnings && message.warnings.length))
                                    message.warnings = [];
                                message.warnings.push(reader.stringVerify());
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

                return CreateClusterTokenResponse;
            })();

            v1.ListTokensRequest = (function() {

                const ListTokensRequest = function (properties) {
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                ListTokensRequest.prototype.page_size = 0;
                ListTokensRequest.prototype.page_token = "";

                ListTokensRequest.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.page_size != null && $Object.hasOwnProperty.call(message, "page_size") && message.page_size !== 0)
                        writer.uint32(8).int32(message.page_size);
                    if (message.page_token != null && $Object.hasOwnProperty.call(message, "page_token") && message.page_token !== "")
                        writer.uint32(18).string(message.page_token);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                ListTokensRequest.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.sigil.fleet.v1.ListTokensRequest();
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
                                if (value = reader.int32())
                                    message.page_size = value;
                                else
                                    delete message.page_size;
                                continue;
                            }
                        case 2: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.page_token = value;
                                else
                                    delete message.page_token;
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

                return ListTokensRequest;
            })();

            v1.ListTokensResponse = (function() {

                const ListTokensResponse = function (properties) {
                    this.tokens = [];
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                ListTokensResponse.prototype.tokens = $util.emptyArray;
                ListTokensResponse.prototype.next_page_token = "";

                ListTokensResponse.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.tokens != null && message.tokens.length)
                        for (let i = 0; i < message.tokens.length; ++i)
                            $root.sigil.fleet.v1.BootstrapToken.encode(message.tokens[i], writer.uint32(10).fork(), _depth + 1).ldelim();
                    if (message.next_page_token != null && $Object.hasOwnProperty.call(message, "next_page_token") && message.next_page_token !== "")
                        writer.uint32(18).string(message.next_page_token);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                ListTokensResponse.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.sigil.fleet.v1.ListTokensResponse();
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
                                if (!(message.tokens && message.tokens.length))
                                    message.tokens = [];
                                message.tokens.push($root.sigil.fleet.v1.BootstrapToken.decode(reader, reader.size(), $undefined, _depth + 1));
                                continue;
                            }
                        case 2: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.next_page_token = value;
                                else
                                    delete message.next_page_token;
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

                return ListTokensResponse;
            })();

            v1.BootstrapToken = (function() {

                const BootstrapToken = function (properties) {
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                BootstrapToken.prototype.id = "";
                BootstrapToken.prototype.kind = "";
                BootstrapToken.prototype.expires_at_ms = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
                BootstrapToken.prototype.max_uses = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
                BootstrapToken.prototype.uses = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
                BootstrapToken.prototype.created_at_ms = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
                BootstrapToken.prototype.last_used_at_ms = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
                BootstrapToken.prototype.revoked_at_ms = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
                BootstrapToken.prototype.description = "";
                BootstrapToken.prototype.spiffe_id = "";
                BootstrapToken.prototype.key_id = "";
                BootstrapToken.prototype.profile = "";

                BootstrapToken.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.id != null && $Object.hasOwnProperty.call(message, "id") && message.id !== "")
                        writer.uint32(10).string(message.id);
                    if (message.kind != null && $Object.hasOwnProperty.call(message, "kind") && message.kind !== "")
                        writer.uint32(18).string(message.kind);
                    if (message.expires_at_ms != null && $Object.hasOwnProperty.call(message, "expires_at_ms") && (typeof message.expires_at_ms === "object" ? message.expires_at_ms.low || message.expires_at_ms.high : message.expires_at_ms !== 0))
                        writer.uint32(24).int64(message.expires_at_ms);
                    if (message.max_uses != null && $Object.hasOwnProperty.call(message, "max_uses") && (typeof message.max_uses === "object" ? message.max_uses.low || message.max_uses.high : message.max_uses !== 0))
                        writer.uint32(32).int64(message.max_uses);
                    if (message.uses != null && $Object.hasOwnProperty.call(message, "uses") && (typeof message.uses === "object" ? message.uses.low || message.uses.high : message.uses !== 0))
                        writer.uint32(40).int64(message.uses);
                    if (message.created_at_ms != null && $Object.hasOwnProperty.call(message, "created_at_ms") && (typeof message.created_at_ms === "object" ? message.created_at_ms.low || message.created_at_ms.high : message.created_at_ms !== 0))
                        writer.uint32(48).int64(message.created_at_ms);
                    if (message.last_used_at_ms != null && $Object.hasOwnProperty.call(message, "last_used_at_ms") && (typeof message.last_used_at_ms === "object" ? message.last_used_at_ms.low || message.last_used_at_ms.high : message.last_used_at_ms !== 0))
                        writer.uint32(56).int64(message.last_used_at_ms);
                    if (message.revoked_at_ms != null && $Object.hasOwnProperty.call(message, "revoked_at_ms") && (typeof message.revoked_at_ms === "object" ? message.revoked_at_ms.low || message.revoked_at_ms.high : message.revoked_at_ms !== 0))
                        writer.uint32(64).int64(message.revoked_at_ms);
                    if (message.description != null && $Object.hasOwnProperty.call(message, "description") && message.description !== "")
                        writer.uint32(74).string(message.description);
                    if (message.spiffe_id != null && $Object.hasOwnProperty.call(message, "spiffe_id") && message.spiffe_id !== "")
                        writer.uint32(82).string(message.spiffe_id);
                    if (message.key_id != null && $Object.hasOwnProperty.call(message, "key_id") && message.key_id !== "")
                        writer.uint32(90).string(message.key_id);
                    if (message.profile != null && $Object.hasOwnProperty.call(message, "profile") && message.profile !== "")
                        writer.uint32(98).string(message.profile);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                BootstrapToken.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.sigil.fleet.v1.BootstrapToken();
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
                                    message.id = value;
                                else
                                    delete message.id;
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
                                if (wireType !== 0)
                                    break;
                                if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                                    message.expires_at_ms = value;
                                else
                                    delete message.expires_at_ms;
                                continue;
                            }
                        case 4: {
                                if (wireType !== 0)
                                    break;
                                if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                                    message.max_uses = value;
                                else
                                    delete message.max_uses;
                                continue;
                            }
                        case 5: {
                                if (wireType !== 0)
                                    break;
                                if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                                    message.uses = value;
                                else
                                    delete message.uses;
                                continue;
                            }
                        case 6: {
                                if (wireType !== 0)
                                    break;
                                if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                                    message.created_at_ms = value;
                                else
                                    delete message.created_at_ms;
                                continue;
                            }
                        case 7: {
                                if (wireType !== 0)
                                    break;
                                if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                                    message.last_used_at_ms = value;
                                else
                                    delete message.last_used_at_ms;
                                continue;
                            }
                        case 8: {
                                if (wireType !== 0)
                                    break;
                                if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                                    message.revoked_at_ms = value;
                                else
                                    delete message.revoked_at_ms;
                                continue;
                            }
                        case 9: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.description = value;
                                else
                                    delete message.description;
                                continue;
                            }
                        case 10: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.spiffe_id = value;
                                else
                                    delete message.spiffe_id;
                                continue;
                            }
                        case 11: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.key_id = value;
                                else
                                    delete message.key_id;
                                continue;
                            }
                        case 12: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.profile = value;
                                else
                                    delete message.profile;
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

                return BootstrapToken;
            })();

            v1.RevokeTokenRequest = (function() {

                const RevokeTokenRequest = function (properties) {
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                RevokeTokenRequest.prototype.id = "";

                RevokeTokenRequest.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.id != null && $Object.hasOwnProperty.call(message, "id") && message.id !== "")
                        writer.uint32(10).string(message.id);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                RevokeTokenRequest.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.sigil.fleet.v1.RevokeTokenRequest();
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
                                    message.id = value;
                                else
                                    delete message.id;
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

                return RevokeTokenRequest;
            })();

            v1.RevokeTokenResponse = (function() {

                const RevokeTokenResponse = function (properties) {
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                RevokeTokenResponse.encode = function (message, writer, _depth) {
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

                RevokeTokenResponse.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.sigil.fleet.v1.RevokeTokenResponse();
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

                return RevokeTokenResponse;
            })();

            v1.GetPepperStatusRequest = (function() {

                const GetPepperStatusRequest = function (properties) {
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                GetPepperStatusRequest.encode = function (message, writer, _depth) {
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

                GetPepperStatusRequest.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.sigil.fleet.v1.GetPepperStatusRequest();
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

                return GetPepperStatusRequest;
            })();

            v1.GetPepperStatusResponse = (function() {

                const GetPepperStatusResponse = function (properties) {
                    this.keys = [];
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                GetPepperStatusResponse.prototype.keys = $util.emptyArray;

                GetPepperStatusResponse.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.keys != null && message.keys.length)
                        for (let i = 0; i < message.keys.length; ++i)
                            $root.sigil.fleet.v1.PepperKey.encode(message.keys[i], writer.uint32(10).fork(), _depth + 1).ldelim();
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                GetPepperStatusResponse.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.sigil.fleet.v1.GetPepperStatusResponse();
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
                                if (!(message.keys && message.keys.length))
                                    message.keys = [];
                                message.keys.push($root.sigil.fleet.v1.PepperKey.decode(reader, reader.size(), $undefined, _depth + 1));
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

                return GetPepperStatusResponse;
            })();

            v1.PepperKey = (function() {

                const PepperKey = function (properties) {
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                PepperKey.prototype.id = "";
                PepperKey.prototype.role = "";
                PepperKey.prototype.join_tokens = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
                PepperKey.prototype.cluster_tokens = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
                PepperKey.prototype.node_tokens = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

                PepperKey.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.id != null && $Object.hasOwnProperty.call(message, "id") && message.id !== "")
                        writer.uint32(10).string(message.id);
                    if (message.role != null && $Object.hasOwnProperty.call(message, "role") && message.role !== "")
                        writer.uint32(18).string(message.role);
                    if (message.join_tokens != null && $Object.hasOwnProperty.call(message, "join_tokens") && (typeof message.join_tokens === "object" ? message.join_tokens.low || message.join_tokens.high : message.join_tokens !== 0))
                        writer.uint32(24).int64(message.join_tokens);
                    if (message.cluster_tokens != null && $Object.hasOwnProperty.call(message, "cluster_tokens") && (typeof message.cluster_tokens === "object" ? message.cluster_tokens.low || message.cluster_tokens.high : message.cluster_tokens !== 0))
                        writer.uint32(32).int64(message.cluster_tokens);
                    if (message.node_tokens != null && $Object.hasOwnProperty.call(message, "node_tokens") && (typeof message.node_tokens === "object" ? message.node_tokens.low || message.node_tokens.high : message.node_tokens !== 0))
                        writer.uint32(40).int64(message.node_tokens);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                PepperKey.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.sigil.fleet.v1.PepperKey();
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
                                    message.id = value;
                                else
                                    delete message.id;
                                continue;
                            }
                        case 2: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.role = value;
                                else
                                    delete message.role;
                                continue;
                            }
                        case 3: {
                                if (wireType !== 0)
                                    break;
                                if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                                    message.join_tokens = value;
                                else
                                    delete message.join_tokens;
                                continue;
                            }
                        case 4: {
                                if (wireType !== 0)
                                    break;
                                if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                                    message.cluster_tokens = value;
                                else
                                    delete message.cluster_tokens;
                                continue;
                            }
                        case 5: {
                                if (wireType !== 0)
                                    break;
                                if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                                    message.node_tokens = value;
                                else
                                    delete message.node_tokens;
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

                return PepperKey;
            })();

            v1.ListReviewersRequest = (function() {

                const ListReviewersRequest = function (properties) {
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                ListReviewersRequest.encode = function (message, writer, _depth) {
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

                ListReviewersRequest.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.sigil.fleet.v1.ListReviewersRequest();
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

                return ListReviewersRequest;
            })();

            v1.ListReviewersResponse = (function() {

                const ListReviewersResponse = function (properties) {
                    this.reviewers = [];
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                ListReviewersResponse.prototype.reviewers = $util.emptyArray;

                ListReviewersResponse.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.reviewers != null && message.reviewers.length)
                        for (let i = 0; i < message.reviewers.length; ++i)
                            $root.sigil.fleet.v1.Reviewer.encode(message.reviewers[i], writer.uint32(10).fork(), _depth + 1).ldelim();
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                ListReviewersResponse.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.sigil.fleet.v1.ListReviewersResponse();
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
                                if (!(message.reviewers && message.reviewers.length))
                                    message.reviewers = [];
                                message.reviewers.push($root.sigil.fleet.v1.Reviewer.decode(reader, reader.size(), $undefined, _depth + 1));
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

                return ListReviewersResponse;
            })();

            v1.Reviewer = (function() {

                const Reviewer = function (properties) {
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                Reviewer.prototype.cluster = "";
                Reviewer.prototype.version = "";
                Reviewer.prototype.path = "";
                Reviewer.prototype.state = "";
                Reviewer.prototype.current_since_ms = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
                Reviewer.prototype.previous_since_ms = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
                Reviewer.prototype.retired_at_ms = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
                Reviewer.prototype.detail = "";

                Reviewer.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.cluster != null && $Object.hasOwnProperty.call(message, "cluster") && message.cluster !== "")
                        writer.uint32(10).string(message.cluster);
                    if (message.version != null && $Object.hasOwnProperty.call(message, "version") && message.version !== "")
                        writer.uint32(18).string(message.version);
                    if (message.path != null && $Object.hasOwnProperty.call(message, "path") && message.path !== "")
                        writer.uint32(26).string(message.path);
                    if (message.state != null && $Object.hasOwnProperty.call(message, "state") && message.state !== "")
                        writer.uint32(34).string(message.state);
                    if (message.current_since_ms != null && $Object.hasOwnProperty.call(message, "current_since_ms") && (typeof message.current_since_ms === "object" ? message.current_since_ms.low || message.current_since_ms.high : message.current_since_ms !== 0))
                        writer.uint32(40).int64(message.current_since_ms);
                    if (message.previous_since_ms != null && $Object.hasOwnProperty.call(message, "previous_since_ms") && (typeof message.previous_since_ms === "object" ? message.previous_since_ms.low || message.previous_since_ms.high : message.previous_since_ms !== 0))
                        writer.uint32(48).int64(message.previous_since_ms);
                    if (message.retired_at_ms != null && $Object.hasOwnProperty.call(message, "retired_at_ms") && (typeof message.retired_at_ms === "object" ? message.retired_at_ms.low || message.retired_at_ms.high : message.retired_at_ms !== 0))
                        writer.uint32(56).int64(message.retired_at_ms);
                    if (message.detail != null && $Object.hasOwnProperty.call(message, "detail") && message.detail !== "")
                        writer.uint32(66).string(message.detail);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                Reviewer.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.sigil.fleet.v1.Reviewer();
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
                                    message.cluster = value;
                                else
                                    delete message.cluster;
                                continue;
                            }
                        case 2: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.version = value;
                                else
                                    delete message.version;
                                continue;
                            }
                        case 3: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.path = value;
                                else
                                    delete message.path;
                                continue;
                            }
                        case 4: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.state = value;
                                else
                                    delete message.state;
                                continue;
                            }
                        case 5: {
                                if (wireType !== 0)
                                    break;
                                if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                                    message.current_since_ms = value;
                                else
                                    delete message.current_since_ms;
                                continue;
                            }
                        case 6: {
                                if (wireType !== 0)
                                    break;
                                if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                                    message.previous_since_ms = value;
                                else
                                    delete message.previous_since_ms;
                                continue;
                            }
                        case 7: {
                                if (wireType !== 0)
                                    break;
                                if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                                    message.retired_at_ms = value;
                                else
                                    delete message.retired_at_ms;
                                continue;
                            }
                        case 8: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.detail = value;
                                else
                                    delete message.detail;
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

                return Reviewer;
            })();

            v1.RetireReviewerRequest = (function() {

                const RetireReviewerRequest = function (properties) {
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                RetireReviewerRequest.prototype.cluster = "";

                RetireReviewerRequest.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.cluster != null && $Object.hasOwnProperty.call(message, "cluster") && message.cluster !== "")
                        writer.uint32(10).string(message.cluster);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                RetireReviewerRequest.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.sigil.fleet.v1.RetireReviewerRequest();
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
                                    message.cluster = value;
                                else
                                    delete message.cluster;
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

                return RetireReviewerRequest;
            })();

            v1.RetireReviewerResponse = (function() {

                const RetireReviewerResponse = function (properties) {
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                RetireReviewerResponse.prototype.retired = 0;

                RetireReviewerResponse.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.retired != null && $Object.hasOwnProperty.call(message, "retired") && message.retired !== 0)
                        writer.uint32(8).int32(message.retired);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                RetireReviewerResponse.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.sigil.fleet.v1.RetireReviewerResponse();
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
                                if (value = reader.int32())
                                    message.retired = value;
                                else
                                    delete message.retired;
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

                return RetireReviewerResponse;
            })();

            return v1;
        })();

        return fleet;
    })();

    return sigil;
})();

export {
  $root as default
};
