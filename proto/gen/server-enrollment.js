/*eslint-disable block-scoped-var, id-length, no-control-regex, no-magic-numbers, no-mixed-operators, no-prototype-builtins, no-redeclare, no-shadow, no-var, sort-vars, default-case, jsdoc/require-param*/
import $protobuf from "./runtime.js";

const $Reader = $protobuf.Reader, $Writer = $protobuf.Writer, $util = $protobuf.util;
const $Object = $util.global.Object, $undefined = $util.global.undefined, $Error = $util.global.Error, $RangeError = $util.global.RangeError;

const $root = $protobuf.roots["sigil-server-enrollment"] || ($protobuf.roots["sigil-server-enrollment"] = {});

export const sigil = $root.sigil = (() => {

    const sigil = {};

    sigil.enrollment = (function() {

        const enrollment = {};

        enrollment.v1 = (function() {

            const v1 = {};

            v1.ProfileSpec = (function() {

                const ProfileSpec = function (properties) {
                    this.required_labels = [];
                    this.pod_spec_assertions = [];
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                ProfileSpec.prototype.cluster = "";
                ProfileSpec.prototype.mode = "";
                ProfileSpec.prototype.bootstrap_fallback_allowed = false;
                ProfileSpec.prototype.audience = "";
                ProfileSpec.prototype.exact_audience = false;
                ProfileSpec.prototype.namespace = "";
                ProfileSpec.prototype.service_account = "";
                ProfileSpec.prototype.daemon_set = "";
                ProfileSpec.prototype.container = "";
                ProfileSpec.prototype.required_labels = $util.emptyArray;
                ProfileSpec.prototype.pod_spec_assertions = $util.emptyArray;
                ProfileSpec.prototype.replay_limit = false;

                ProfileSpec.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.cluster != null && $Object.hasOwnProperty.call(message, "cluster") && message.cluster !== "")
                        writer.uint32(10).string(message.cluster);
                    if (message.mode != null && $Object.hasOwnProperty.call(message, "mode") && message.mode !== "")
                        writer.uint32(18).string(message.mode);
                    if (message.bootstrap_fallback_allowed != null && $Object.hasOwnProperty.call(message, "bootstrap_fallback_allowed") && message.bootstrap_fallback_allowed !== false)
                        writer.uint32(24).bool(message.bootstrap_fallback_allowed);
                    if (message.audience != null && $Object.hasOwnProperty.call(message, "audience") && message.audience !== "")
                        writer.uint32(34).string(message.audience);
                    if (message.exact_audience != null && $Object.hasOwnProperty.call(message, "exact_audience") && message.exact_audience !== false)
                        writer.uint32(40).bool(message.exact_audience);
                    if (message.namespace != null && $Object.hasOwnProperty.call(message, "namespace") && message.namespace !== "")
                        writer.uint32(50).string(message.namespace);
                    if (message.service_account != null && $Object.hasOwnProperty.call(message, "service_account") && message.service_account !== "")
                        writer.uint32(58).string(message.service_account);
                    if (message.daemon_set != null && $Object.hasOwnProperty.call(message, "daemon_set") && message.daemon_set !== "")
                        writer.uint32(66).string(message.daemon_set);
                    if (message.container != null && $Object.hasOwnProperty.call(message, "container") && message.container !== "")
                        writer.uint32(74).string(message.container);
                    if (message.required_labels != null && message.required_labels.length)
                        for (let i = 0; i < message.required_labels.length; ++i)
                            $root.sigil.enrollment.v1.Label.encode(message.required_labels[i], writer.uint32(82).fork(), _depth + 1).ldelim();
                    if (message.pod_spec_assertions != null && message.pod_spec_assertions.length)
                        for (let i = 0; i < message.pod_spec_assertions.length; ++i)
                            $root.sigil.enrollment.v1.PinnedSetting.encode(message.pod_spec_assertions[i], writer.uint32(90).fork(), _depth + 1).ldelim();
                    if (message.replay_limit != null && $Object.hasOwnProperty.call(message, "replay_limit") && message.replay_limit !== false)
                        writer.uint32(96).bool(message.replay_limit);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                ProfileSpec.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.sigil.enrollment.v1.ProfileSpec();
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
                                    message.mode = value;
                                else
                                    delete message.mode;
                                continue;
                            }
                        case 3: {
                                if (wireType !== 0)
                                    break;
                                if (value = reader.bool())
                                    message.bootstrap_fallback_allowed = value;
                                else
                                    delete message.bootstrap_fallback_allowed;
                                continue;
                            }
                        case 4: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.audience = value;
                                else
                                    delete message.audience;
                                continue;
                            }
                        case 5: {
                                if (wireType !== 0)
                                    break;
                                if (value = reader.bool())
                                    message.exact_audience = value;
                                else
                                    delete message.exact_audience;
                                continue;
                            }
                        case 6: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.namespace = value;
                                else
                                    delete message.namespace;
                                continue;
                            }
                        case 7: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.service_account = value;
                                else
                                    delete message.service_account;
                                continue;
                            }
                        case 8: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.daemon_set = value;
                                else
                                    delete message.daemon_set;
                                continue;
                            }
                        case 9: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.container = value;
                                else
                                    delete message.container;
                                continue;
                            }
                        case 10: {
                                if (wireType !== 2)
                                    break;
                                if (!(message.required_labels && message.required_labels.length))
                                    message.required_labels = [];
                                message.required_labels.push($root.sigil.enrollment.v1.Label.decode(reader, reader.size(), $undefined, _depth + 1));
                                continue;
                            }
                        case 11: {
                                if (wireType !== 2)
                                    break;
                                if (!(message.pod_spec_assertions && message.pod_spec_assertions.length))
                                    message.pod_spec_assertions = [];
                                message.pod_spec_assertions.push($root.sigil.enrollment.v1.PinnedSetting.decode(reader, reader.size(), $undefined, _depth + 1));
                                continue;
                            }
                        case 12: {
                                if (wireType !== 0)
                                    break;
                                if (value = reader.bool())
                                    message.replay_limit = value;
                                else
                                    delete message.replay_limit;
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

                return ProfileSpec;
            })();

            v1.Label = (function() {

                const Label = function (properties) {
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                Label.prototype.key = "";
                Label.prototype.value = "";

                Label.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.key != null && $Object.hasOwnProperty.call(message, "key") && message.key !== "")
                        writer.uint32(10).string(message.key);
                    if (message.value != null && $Object.hasOwnProperty.call(message, "value") && message.value !== "")
                        writer.uint32(18).string(message.value);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                Label.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.sigil.enrollment.v1.Label();
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
                                    message.key = value;
                                else
                                    delete message.key;
                                continue;
                            }
                        case 2: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.value = value;
                                else
                                    delete message.value;
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

                return Label;
            })();

            v1.PinnedSetting = (function() {

                const PinnedSetting = function (properties) {
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                PinnedSetting.prototype.name = "";
                PinnedSetting.prototype.value = false;

                PinnedSetting.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.name != null && $Object.hasOwnProperty.call(message, "name") && message.name !== "")
                        writer.uint32(10).string(message.name);
                    if (message.value != null && $Object.hasOwnProperty.call(message, "value") && message.value !== false)
                        writer.uint32(16).bool(message.value);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                PinnedSetting.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.sigil.enrollment.v1.PinnedSetting();
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
                                if (wireType !== 0)
                                    break;
                                if (value = reader.bool())
                                    message.value = value;
                                else
                                    delete message.value;
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

                return PinnedSetting;
            })();

            v1.Profile = (function() {

                const Profile = function (properties) {
                    this.missing = [];
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                Profile.prototype.name = "";
                Profile.prototype.version = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
                Profile.prototype.state = "";
                Profile.prototype.description = "";
                Profile.prototype.spec = null;
                Profile.prototype.binding = null;
                Profile.prototype.workload_identity_ready = false;
                Profile.prototype.missing = $util.emptyArray;
                Profile.prototype.agents = 0;
                Profile.prototype.reviewer_path = "";
                Profile.prototype.created_at_ms = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
                Profile.prototype.bound_at_ms = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
                Profile.prototype.cluster_configured = false;

                Profile.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.name != null && $Object.hasOwnProperty.call(message, "name") && message.name !== "")
                        writer.uint32(10).string(message.name);
                    if (message.version != null && $Object.hasOwnProperty.call(message, "version") && (typeof message.version === "object" ? message.version.low || message.version.high : message.version !== 0))
                        writer.uint32(16).int64(message.version);
                    if (message.state != null && $Object.hasOwnProperty.call(message, "state") && message.state !== "")
                        writer.uint32(26).string(message.state);
                    if (message.description != null && $Object.hasOwnProperty.call(message, "description") && message.description !== "")
                        writer.uint32(34).string(message.description);
                    if (message.spec != null && $Object.hasOwnProperty.call(message, "spec"))
                        $root.sigil.enrollment.v1.ProfileSpec.encode(message.spec, writer.uint32(42).fork(), _depth + 1).ldelim();
                    if (message.binding != null && $Object.hasOwnProperty.call(message, "binding"))
                        $root.sigil.enrollment.v1.Binding.encode(message.binding, writer.uint32(50).fork(), _depth + 1).ldelim();
                    if (message.workload_identity_ready != null && $Object.hasOwnProperty.call(message, "workload_identity_ready") && message.workload_identity_ready !== false)
                        writer.uint32(56).bool(message.workload_identity_ready);
                    if (message.missing != null && message.missing.length)
                        for (let i = 0; i < message.missing.length; ++i)
                            writer.uint32(66).string(message.missing[i]);
                    if (message.agents != null && $Object.hasOwnProperty.call(message, "agents") && message.agents !== 0)
                        writer.uint32(88).int32(message.agents);
                    if (message.reviewer_path != null && $Object.hasOwnProperty.call(message, "reviewer_path") && message.reviewer_path !== "")
                        writer.uint32(98).string(message.reviewer_path);
                    if (message.created_at_ms != null && $Object.hasOwnProperty.call(message, "created_at_ms") && (typeof message.created_at_ms === "object" ? message.created_at_ms.low || message.created_at_ms.high : message.created_at_ms !== 0))
                        writer.uint32(104).int64(message.created_at_ms);
                    if (message.bound_at_ms != null && $Object.hasOwnProperty.call(message, "bound_at_ms") && (typeof message.bound_at_ms === "object" ? message.bound_at_ms.low || message.bound_at_ms.high : message.bound_at_ms !== 0))
                        writer.uint32(112).int64(message.bound_at_ms);
                    if (message.cluster_configured != null && $Object.hasOwnProperty.call(message, "cluster_configured") && message.cluster_configured !== false)
                        writer.uint32(120).bool(message.cluster_configured);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                Profile.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.sigil.enrollment.v1.Profile();
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
                                if (wireType !== 0)
                                    break;
                                if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                                    message.version = value;
                                else
                                    delete message.version;
                                continue;
                            }
                        case 3: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.state = value;
                                else
                                    delete message.state;
                                continue;
                            }
                        case 4: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.description = value;
                                else
                                    delete message.description;
                                continue;
                            }
                        case 5: {
                                if (wireType !== 2)
                                    break;
                                message.spec = $root.sigil.enrollment.v1.ProfileSpec.decode(reader, reader.size(), $undefined, _depth + 1, message.spec);
                                continue;
                            }
                        case 6: {
                                if (wireType !== 2)
                                    break;
                                message.binding = $root.sigil.enrollment.v1.Binding.decode(reader, reader.size(), $undefined, _depth + 1, message.binding);
                                continue;
                            }
                        case 7: {
                                if (wireType !== 0)
                                    break;
                                if (value = reader.bool())
                                    message.workload_identity_ready = value;
                                else
                                    delete message.workload_identity_ready;
                                continue;
                            }
                        case 8: {
                                if (wireType !== 2)
                                    break;
                                if (!(message.missing && message.missing.length))
                                    message.missing = [];
                                message.missing.push(reader.stringVerify());
                                continue;
                            }
                        case 11: {
                                if (wireType !== 0)
                                    break;
                                if (value = reader.int32())
                                    message.agents = value;
                                else
                                    delete message.agents;
                                continue;
                            }
                        case 12: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.reviewer_path = value;
                                else
                                    delete message.reviewer_path;
                                continue;
                            }
                        case 13: {
                                if (wireType !== 0)
                                    break;
                                if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                                    message.created_at_ms = value;
                                else
                                    delete message.created_at_ms;
                                continue;
                            }
                        case 14: {
                                if (wireType !== 0)
                                    break;
                                if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                                    message.bound_at_ms = value;
                                else
                                    delete message.bound_at_ms;
                                continue;
                            }
                        case 15: {
                                if (wireType !== 0)
                                    break;
                                if (value = reader.bool())
                                    message.cluster_configured = value;
                                else
                                    delete message.cluster_configured;
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

                return Profile;
            })();

            v1.Binding = (function() {

                const Binding = function (properties) {
                    this.digests = [];
                    this.api_server_cas = [];
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                Binding.prototype.service_account_uid = "";
                Binding.prototype.daemon_set_uid = "";
                Binding.prototype.digests = $util.emptyArray;
                Binding.prototype.api_server = "";
                Binding.prototype.api_server_cas = $util.emptyArray;

                Binding.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.service_account_uid != null && $Object.hasOwnProperty.call(message, "service_account_uid") && message.service_account_uid !== "")
                        writer.uint32(10).string(message.service_account_uid);
                    if (message.daemon_set_uid != null && $Object.hasOwnProperty.call(message, "daemon_set_uid") && message.daemon_set_uid !== "")
                        writer.uint32(18).string(message.daemon_set_uid);
                    if (message.digests != null && message.digests.length)
                        for (let i = 0; i < message.digests.length; ++i)
                            writer.uint32(26).string(message.digests[i]);
                    if (message.api_server != null && $Object.hasOwnProperty.call(message, "api_server") && message.api_server !== "")
                        writer.uint32(34).string(message.api_server);
                    if (message.api_server_cas != null && message.api_server_cas.length)
                        for (let i = 0; i < message.api_server_cas.length; ++i)
                            writer.uint32(42).string(message.api_server_cas[i]);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                Binding.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.sigil.enrollment.v1.Binding();
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
                                    message.service_account_uid = value;
                                else
                                    delete message.service_account_uid;
                                continue;
                            }
                        case 2: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.daemon_set_uid = value;
                                else
                                    delete message.daemon_set_uid;
                                continue;
                            }
                        case 3: {
                                if (wireType !== 2)
                                    break;
                                if (!(message.digests && message.digests.length))
                                    message.digests = [];
                                message.digests.push(reader.stringVerify());
                                continue;
                            }
                        case 4: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.api_server = value;
                                else
                                    delete message.api_server;
                                continue;
                            }
                        case 5: {
                                if (wireType !== 2)
                                    break;
                                if (!(message.api_server_cas && message.api_server_cas.length))
                                    message.api_server_cas = [];
                                message.api_server_cas.push(reader.stringVerify());
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

                return Binding;
            })();

            v1.ProfileChange = (function() {

                const ProfileChange = function (properties) {
                    this.warnings = [];
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                ProfileChange.prototype.effect = "";
                ProfileChange.prototype.profile = null;
                ProfileChange.prototype.agents_to_reattest = 0;
                ProfileChange.prototype.dry_run = false;
                ProfileChange.prototype.warnings = $util.emptyArray;

                ProfileChange.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.effect != null && $Object.hasOwnProperty.call(message, "effect") && message.effect !== "")
                        writer.uint32(10).string(message.effect);
                    if (message.profile != null && $Object.hasOwnProperty.call(message, "profile"))
                        $root.sigil.enrollment.v1.Profile.encode(message.profile, writer.uint32(18).fork(), _depth + 1).ldelim();
                    if (message.agents_to_reattest != null && $Object.hasOwnProperty.call(message, "agents_to_reattest") && message.agents_to_reattest !== 0)
                        writer.uint32(24).int32(message.agents_to_reattest);
                    if (message.dry_run != null && $Object.hasOwnProperty.call(message, "dry_run") && message.dry_run !== false)
                        writer.uint32(32).bool(message.dry_run);
                    if (message.warnings != null && message.warnings.length)
                        for (let i = 0; i < message.warnings.length; ++i)
                            writer.uint32(42).string(message.warnings[i]);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                ProfileChange.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.sigil.enrollment.v1.ProfileChange();
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
                                    message.effect = value;
                                else
                                    delete message.effect;
                                continue;
                            }
                        case 2: {
                                if (wireType !== 2)
                                    break;
                                message.profile = $root.sigil.enrollment.v1.Profile.decode(reader, reader.size(), $undefined, _depth + 1, message.profile);
                                continue;
                            }
                        case 3: {
                                if (wireType !== 0)
                                    break;
                                if (value = reader.int32())
                                    message.agents_to_reattest = value;
                                else
                                    delete message.agents_to_reattest;
                                continue;
                            }
                        case 4: {
                                if (wireType !== 0)
                                    break;
                                if (value = reader.bool())
                                    message.dry_run = value;
                                else
                                    delete message.dry_run;
                                continue;
                            }
                        case 5: {
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

                return ProfileChange;
            })();

            v1.CreateProfileRequest = (function() {

                const CreateProfileRequest = function (properties) {
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                CreateProfileRequest.prototype.name = "";
                CreateProfileRequest.prototype.description = "";
                CreateProfileRequest.prototype.spec = null;
                CreateProfileRequest.prototype.dry_run = false;

                CreateProfileRequest.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.name != null && $Object.hasOwnProperty.call(message, "name") && message.name !== "")
                        writer.uint32(10).string(message.name);
                    if (message.description != null && $Object.hasOwnProperty.call(message, "description") && message.description !== "")
                        writer.uint32(18).string(message.description);
                    if (message.spec != null && $Object.hasOwnProperty.call(message, "spec"))
                        $root.sigil.enrollment.v1.ProfileSpec.encode(message.spec, writer.uint32(26).fork(), _depth + 1).ldelim();
                    if (message.dry_run != null && $Object.hasOwnProperty.call(message, "dry_run") && message.dry_run !== false)
                        writer.uint32(32).bool(message.dry_run);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                CreateProfileRequest.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.sigil.enrollment.v1.CreateProfileRequest();
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
                                    message.description = value;
                                else
                                    delete message.description;
                                continue;
                            }
                        case 3: {
                                if (wireType !== 2)
                                    break;
                                message.spec = $root.sigil.enrollment.v1.ProfileSpec.decode(reader, reader.size(), $undefined, _depth + 1, message.spec);
                                continue;
                            }
                        case 4: {
                                if (wireType !== 0)
                                    break;
                                if (value = reader.bool())
                                    message.dry_run = value;
                                else
                                    delete message.dry_run;
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

                return CreateProfileRequest;
            })();

            v1.ListProfilesRequest = (function() {

                const ListProfilesRequest = function (properties) {
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                ListProfilesRequest.encode = function (message, writer, _depth) {
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

                ListProfilesRequest.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.sigil.enrollment.v1.ListProfilesRequest();
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

                return ListProfilesRequest;
            })();

            v1.ListProfilesResponse = (function() {

                const ListProfilesResponse = function (properties) {
                    this.profiles = [];
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                ListProfilesResponse.prototype.profiles = $util.emptyArray;

                ListProfilesResponse.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.profiles != null && message.profiles.length)
                        for (let i = 0; i < message.profiles.length; ++i)
                            $root.sigil.enrollment.v1.Profile.encode(message.profiles[i], writer.uint32(10).fork(), _depth + 1).ldelim();
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                ListProfilesResponse.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.sigil.enrollment.v1.ListProfilesResponse();
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
                                if (!(message.profiles && message.profiles.length))
                                    message.profiles = [];
                                message.profiles.push($root.sigil.enrollment.v1.Profile.decode(reader, reader.size(), $undefined, _depth + 1));
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

                return ListProfilesResponse;
            })();

            v1.GetProfileRequest = (function() {

                const GetProfileRequest = function (properties) {
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                GetProfileRequest.prototype.name = "";

                GetProfileRequest.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.name != null && $Object.hasOwnProperty.call(message, "name") && message.name !== "")
                        writer.uint32(10).string(message.name);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                GetProfileRequest.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.sigil.enrollment.v1.GetProfileRequest();
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

                return GetProfileRequest;
            })();

            v1.GetProfileResponse = (function() {

                const GetProfileResponse = function (properties) {
                    this.versions = [];
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                GetProfileResponse.prototype.versions = $util.emptyArray;

                GetProfileResponse.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.versions != null && message.versions.length)
                        for (let i = 0; i < message.versions.length; ++i)
                            $root.sigil.enrollment.v1.Profile.encode(message.versions[i], writer.uint32(10).fork(), _depth + 1).ldelim();
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                GetProfileResponse.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.sigil.enrollment.v1.GetProfileResponse();
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
                                if (!(message.versions && message.versions.length))
                                    message.versions = [];
                                message.versions.push($root.sigil.enrollment.v1.Profile.decode(reader, reader.size(), $undefined, _depth + 1));
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

                return GetProfileResponse;
            })();

            v1.ReadBindingRequest = (function() {

                const ReadBindingRequest = function (properties) {
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                ReadBindingRequest.prototype.name = "";

                ReadBindingRequest.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.name != null && $Object.hasOwnProperty.call(message, "name") && message.name !== "")
                        writer.uint32(10).string(message.name);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                ReadBindingRequest.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.sigil.enrollment.v1.ReadBindingRequest();
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

                return ReadBindingRequest;
            })();

            v1.ReadBindingResponse = (function() {

                const ReadBindingResponse = function (properties) {
                    this.pods = [];
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                ReadBindingResponse.prototype.version = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
                ReadBindingResponse.prototype.binding = null;
                ReadBindingResponse.prototype.pods = $util.emptyArray;
                ReadBindingResponse.prototype.spec = null;

                ReadBindingResponse.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.version != null && $Object.hasOwnProperty.call(message, "version") && (typeof message.version === "object" ? message.version.low || message.version.high : message.version !== 0))
                        writer.uint32(8).int64(message.version);
                    if (message.binding != null && $Object.hasOwnProperty.call(message, "binding"))
                        $root.sigil.enrollment.v1.Binding.encode(message.binding, writer.uint32(18).fork(), _depth + 1).ldelim();
                    if (message.pods != null && message.pods.length)
                        for (let i = 0; i < message.pods.length; ++i)
                            $root.sigil.enrollment.v1.BoundPod.encode(message.pods[i], writer.uint32(26).fork(), _depth + 1).ldelim();
                    if (message.spec != null && $Object.hasOwnProperty.call(message, "spec"))
                        $root.sigil.enrollment.v1.ProfileSpec.encode(message.spec, writer.uint32(34).fork(), _depth + 1).ldelim();
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                ReadBindingResponse.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.sigil.enrollment.v1.ReadBindingResponse();
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
                                    message.version = value;
                                else
                                    delete message.version;
                                continue;
                            }
                        case 2: {
                                if (wireType !== 2)
                                    break;
                                message.binding = $root.sigil.enrollment.v1.Binding.decode(reader, reader.size(), $undefined, _depth + 1, message.binding);
                                continue;
                            }
                        case 3: {
                                if (wireType !== 2)
                                    break;
                                if (!(message.pods && message.pods.length))
                                    message.pods = [];
                                message.pods.push($root.sigil.enrollment.v1.BoundPod.decode(reader, reader.size(), $undefined, _depth + 1));
                                continue;
                            }
                        case 4: {
                                if (wireType !== 2)
                                    break;
                                message.spec = $root.sigil.enrollment.v1.ProfileSpec.decode(reader, reader.size(), $undefined, _depth + 1, message.spec);
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

                return ReadBindingResponse;
            })();

            v1.BoundPod = (function() {

                const BoundPod = function (properties) {
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                BoundPod.prototype.name = "";
                BoundPod.prototype.node = "";
                BoundPod.prototype.digest = "";

                BoundPod.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.name != null && $Object.hasOwnProperty.call(message, "name") && message.name !== "")
                        writer.uint32(10).string(message.name);
                    if (message.node != null && $Object.hasOwnProperty.call(message, "node") && message.node !== "")
                        writer.uint32(18).string(message.node);
                    if (message.digest != null && $Object.hasOwnProperty.call(message, "digest") && message.digest !== "")
                        writer.uint32(26).string(message.digest);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                BoundPod.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.sigil.enrollment.v1.BoundPod();
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
                                    message.node = value;
                                else
                                    delete message.node;
                                continue;
                            }
                        case 3: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.digest = value;
                                else
                                    delete message.digest;
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

                return BoundPod;
            })();

            v1.BindProfileRequest = (function() {

                const BindProfileRequest = function (properties) {
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                BindProfileRequest.prototype.name = "";
                BindProfileRequest.prototype.version = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
                BindProfileRequest.prototype.confirmed = null;
                BindProfileRequest.prototype.dry_run = false;
                BindProfileRequest.prototype.confirmed_spec = null;

                BindProfileRequest.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.name != null && $Object.hasOwnProperty.call(message, "name") && message.name !== "")
                        writer.uint32(10).string(message.name);
                    if (message.version != null && $Object.hasOwnProperty.call(message, "version") && (typeof message.version === "object" ? message.version.low || message.version.high : message.version !== 0))
                        writer.uint32(16).int64(message.version);
                    if (message.confirmed != null && $Object.hasOwnProperty.call(message, "confirmed"))
                        $root.sigil.enrollment.v1.Binding.encode(message.confirmed, writer.uint32(26).fork(), _depth + 1).ldelim();
                    if (message.dry_run != null && $Object.hasOwnProperty.call(message, "dry_run") && message.dry_run !== false)
                        writer.uint32(32).bool(message.dry_run);
                    if (message.confirmed_spec != null && $Object.hasOwnProperty.call(message, "confirmed_spec"))
                        $root.sigil.enrollment.v1.ProfileSpec.encode(message.confirmed_spec, writer.uint32(42).fork(), _depth + 1).ldelim();
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                BindProfileRequest.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.sigil.enrollment.v1.BindProfileRequest();
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
                                if (wireType !== 0)
                                    break;
                                if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                                    message.version = value;
                                else
                                    delete message.version;
                                continue;
                            }
                        case 3: {
                                if (wireType !== 2)
                                    break;
                                message.confirmed = $root.sigil.enrollment.v1.Binding.decode(reader, reader.size(), $undefined, _depth + 1, message.confirmed);
                                continue;
                            }
                        case 4: {
                                if (wireType !== 0)
                                    break;
                                if (value = reader.bool())
                                    message.dry_run = value;
                                else
                                    delete message.dry_run;
                                continue;
                            }
                        case 5: {
                                if (wireType !== 2)
                                    break;
                                message.confirmed_spec = $root.sigil.enrollment.v1.ProfileSpec.decode(reader, reader.size(), $undefined, _depth + 1, message.confirmed_spec);
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

                return BindProfileRequest;
            })();

            v1.UpdateProfileRequest = (function() {

                const UpdateProfileRequest = function (properties) {
                    this.add_digests = [];
                    this.remove_digests = [];
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                UpdateProfileRequest.prototype.name = "";
                UpdateProfileRequest.prototype.version = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
                UpdateProfileRequest.prototype.description = "";
                UpdateProfileRequest.prototype.spec = null;
                UpdateProfileRequest.prototype.add_digests = $util.emptyArray;
                UpdateProfileRequest.prototype.remove_digests = $util.emptyArray;
                UpdateProfileRequest.prototype.rebind = false;
                UpdateProfileRequest.prototype.dry_run = false;

                UpdateProfileRequest.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.name != null && $Object.hasOwnProperty.call(message, "name") && message.name !== "")
                        writer.uint32(10).string(message.name);
                    if (message.version != null && $Object.hasOwnProperty.call(message, "version") && (typeof message.version === "object" ? message.version.low || message.version.high : message.version !== 0))
                        writer.uint32(16).int64(message.version);
                    if (message.description != null && $Object.hasOwnProperty.call(message, "description") && message.description !== "")
                        writer.uint32(26).string(message.description);
                    if (message.spec != null && $Object.hasOwnProperty.call(message, "spec"))
                        $root.sigil.enrollment.v1.ProfileSpec.encode(message.spec, writer.uint32(34).fork(), _depth + 1).ldelim();
                    if (message.add_digests != null && message.add_digests.length)
                        for (let i = 0; i < message.add_digests.length; ++i)
                            writer.uint32(42).string(message.add_digests[i]);
                    if (message.remove_digests != null && message.remove_digests.length)
                        for (let i = 0; i < message.remove_digests.length; ++i)
                            writer.uint32(50).string(message.remove_digests[i]);
                    if (message.rebind != null && $Object.hasOwnProperty.call(message, "rebind") && message.rebind !== false)
                        writer.uint32(56).bool(message.rebind);
                    if (message.dry_run != null && $Object.hasOwnProperty.call(message, "dry_run") && message.dry_run !== false)
                        writer.uint32(64).bool(message.dry_run);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                UpdateProfileRequest.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.sigil.enrollment.v1.UpdateProfileRequest();
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
                                if (wireType !== 0)
                                    break;
                                if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                                    message.version = value;
                                else
                                    delete message.version;
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
                                message.spec = $root.sigil.enrollment.v1.ProfileSpec.decode(reader, reader.size(), $undefined, _depth + 1, message.spec);
                                continue;
                            }
                        case 5: {
                                if (wireType !== 2)
                                    break;
                                if (!(message.add_digests && message.add_digests.length))
                                    message.add_digests = [];
                                message.add_digests.push(reader.stringVerify());
                                continue;
                            }
                        case 6: {
                                if (wireType !== 2)
                                    break;
                                if (!(message.remove_digests && message.remove_digests.length))
                                    message.remove_digests = [];
                                message.remove_digests.push(reader.stringVerify());
                                continue;
                            }
                        case 7: {
                                if (wireType !== 0)
                                    break;
                                if (value = reader.bool())
                                    message.rebind = value;
                                else
                                    delete message.rebind;
                                continue;
                            }
                        case 8: {
                                if (wireType !== 0)
                                    break;
                                if (value = reader.bool())
                                    message.dry_run = value;
                                else
                                    delete message.dry_run;
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

                return UpdateProfileRequest;
            })();

            v1.RetireProfileRequest = (function() {

                const RetireProfileRequest = function (properties) {
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                RetireProfileRequest.prototype.name = "";
                RetireProfileRequest.prototype.version = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
                RetireProfileRequest.prototype.dry_run = false;

                RetireProfileRequest.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.name != null && $Object.hasOwnProperty.call(message, "name") && message.name !== "")
                        writer.uint32(10).string(message.name);
                    if (message.version != null && $Object.hasOwnProperty.call(message, "version") && (typeof message.version === "object" ? message.version.low || message.version.high : message.version !== 0))
                        writer.uint32(16).int64(message.version);
                    if (message.dry_run != null && $Object.hasOwnProperty.call(message, "dry_run") && message.dry_run !== false)
                        writer.uint32(24).bool(message.dry_run);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                RetireProfileRequest.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.sigil.enrollment.v1.RetireProfileRequest();
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
                                if (wireType !== 0)
                                    break;
                                if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                                    message.version = value;
                                else
                                    delete message.version;
                                continue;
                            }
                        case 3: {
                                if (wireType !== 0)
                                    break;
                                if (value = reader.bool())
                                    message.dry_run = value;
                                else
                                    delete message.dry_run;
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

                return RetireProfileRequest;
            })();

            v1.CheckPodRequest = (function() {

                const CheckPodRequest = function (properties) {
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                CheckPodRequest.prototype.profile = "";
                CheckPodRequest.prototype.namespace = "";
                CheckPodRequest.prototype.pod = "";
                CheckPodRequest.prototype.version = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

                CheckPodRequest.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.profile != null && $Object.hasOwnProperty.call(message, "profile") && message.profile !== "")
                        writer.uint32(10).string(message.profile);
                    if (message.namespace != null && $Object.hasOwnProperty.call(message, "namespace") && message.namespace !== "")
                        writer.uint32(18).string(message.namespace);
                    if (message.pod != null && $Object.hasOwnProperty.call(message, "pod") && message.pod !== "")
                        writer.uint32(26).string(message.pod);
                    if (message.version != null && $Object.hasOwnProperty.call(message, "version") && (typeof message.version === "object" ? message.version.low || message.version.high : message.version !== 0))
                        writer.uint32(32).int64(message.version);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                CheckPodRequest.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.sigil.enrollment.v1.CheckPodRequest();
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
                                    message.profile = value;
                                else
                                    delete message.profile;
                                continue;
                            }
                        case 2: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.namespace = value;
                                else
                                    delete message.namespace;
                                continue;
                            }
                        case 3: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.pod = value;
                                else
                                    delete message.pod;
                                continue;
                            }
                        case 4: {
                                if (wireType !== 0)
                                    break;
                                if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                                    message.version = value;
                                else
                                    delete message.version;
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

                return CheckPodRequest;
            })();

            v1.CheckPodResponse = (function() {

                const CheckPodResponse = function (properties) {
                    this.checks = [];
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                CheckPodResponse.prototype.profile = "";
                CheckPodResponse.prototype.version = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
                CheckPodResponse.prototype.passes = false;
                CheckPodResponse.prototype.checks = $util.emptyArray;
                CheckPodResponse.prototype.state = "";
                CheckPodResponse.prototype.staged_version = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

                CheckPodResponse.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.profile != null && $Object.hasOwnProperty.call(message, "profile") && message.profile !== "")
                        writer.uint32(10).string(message.profile);
                    if (message.version != null && $Object.hasOwnProperty.call(message, "version") && (typeof message.version === "object" ? message.version.low || message.version.high : message.version !== 0))
                        writer.uint32(16).int64(message.version);
                    if (message.passes != null && $Object.hasOwnProperty.call(message, "passes") && message.passes !== false)
                        writer.uint32(24).bool(message.passes);
                    if (message.checks != null && message.checks.length)
                        for (let i = 0; i < message.checks.length; ++i)
                            $root.sigil.enrollment.v1.CheckResult.encode(message.checks[i], writer.uint32(34).fork(), _depth + 1).ldelim();
                    if (message.state != null && $Object.hasOwnProperty.call(message, "state") && message.state !== "")
                        writer.uint32(42).string(message.state);
                    if (message.staged_version != null && $Object.hasOwnProperty.call(message, "staged_version") && (typeof message.staged_version === "object" ? message.staged_version.low || message.staged_version.high : message.staged_version !== 0))
                        writer.uint32(48).int64(message.staged_version);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                CheckPodResponse.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.sigil.enrollment.v1.CheckPodResponse();
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
                                    message.profile = value;
                                else
                                    delete message.profile;
                                continue;
                            }
                        case 2: {
                                if (wireType !== 0)
                                    break;
                                if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                                    message.version = value;
                                else
                                    delete message.version;
                                continue;
                            }
                        case 3: {
                                if (wireType !== 0)
                                    break;
                                if (value = reader.bool())
                                    message.passes = value;
                                else
                                    delete message.passes;
                                continue;
                            }
                        case 4: {
                                if (wireType !== 2)
                                    break;
                                if (!(message.checks && message.checks.length))
                                    message.checks = [];
                                message.checks.push($root.sigil.enrollment.v1.CheckResult.decode(reader, reader.size(), $undefined, _depth + 1));
                                continue;
                            }
                        case 5: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.state = value;
                                else
                                    delete message.state;
                                continue;
                            }
                        case 6: {
                                if (wireType !== 0)
                                    break;
                                if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                                    message.staged_version = value;
                                else
                                    delete message.staged_version;
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

                return CheckPodResponse;
            })();

            v1.CheckResult = (function() {

                const CheckResult = function (properties) {
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                CheckResult.prototype.requirement = "";
                CheckResult.prototype.title = "";
                CheckResult.prototype.outcome = "";
                CheckResult.prototype.code = "";
                CheckResult.prototype.detail = "";
                CheckResult.prototype.advice = "";

                CheckResult.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.requirement != null && $Object.hasOwnProperty.call(message, "requirement") && message.requirement !== "")
                        writer.uint32(10).string(message.requirement);
                    if (message.title != null && $Object.hasOwnProperty.call(message, "title") && message.title !== "")
                        writer.uint32(18).string(message.title);
                    if (message.outcome != null && $Object.hasOwnProperty.call(message, "outcome") && message.outcome !== "")
                        writer.uint32(26).string(message.outcome);
                    if (message.code != null && $Object.hasOwnProperty.call(message, "code") && message.code !== "")
                        writer.uint32(34).string(message.code);
                    if (message.detail != null && $Object.hasOwnProperty.call(message, "detail") && message.detail !== "")
                        writer.uint32(42).string(message.detail);
                    if (message.advice != null && $Object.hasOwnProperty.call(message, "advice") && message.advice !== "")
                        writer.uint32(50).string(message.advice);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                CheckResult.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.sigil.enrollment.v1.CheckResult();
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
                                    message.requirement = value;
                                else
                                    delete message.requirement;
                                continue;
                            }
                        case 2: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.title = value;
                                else
                                    delete message.title;
                                continue;
                            }
                        case 3: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.outcome = value;
                                else
                                    delete message.outcome;
                                continue;
                            }
                        case 4: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.code = value;
                                else
                                    delete message.code;
                                continue;
                            }
                        case 5: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.detail = value;
                                else
                                    delete message.detail;
                                continue;
                            }
                        case 6: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.advice = value;
                                else
                                    delete message.advice;
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

                return CheckResult;
            })();

            v1.ListDriftRequest = (function() {

                const ListDriftRequest = function (properties) {
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                ListDriftRequest.prototype.profile = "";

                ListDriftRequest.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.profile != null && $Object.hasOwnProperty.call(message, "profile") && message.profile !== "")
                        writer.uint32(10).string(message.profile);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                ListDriftRequest.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.sigil.enrollment.v1.ListDriftRequest();
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

                return ListDriftRequest;
            })();

            v1.ListDriftResponse = (function() {

                const ListDriftResponse = function (properties) {
                    this.drifts = [];
                    this.unread = [];
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                ListDriftResponse.prototype.drifts = $util.emptyArray;
                ListDriftResponse.prototype.unread = $util.emptyArray;

                ListDriftResponse.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.drifts != null && message.drifts.length)
                        for (let i = 0; i < message.drifts.length; ++i)
                            $root.sigil.enrollment.v1.Drift.encode(message.drifts[i], writer.uint32(10).fork(), _depth + 1).ldelim();
                    if (message.unread != null && message.unread.length)
                        for (let i = 0; i < message.unread.length; ++i)
                            writer.uint32(18).string(message.unread[i]);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                ListDriftResponse.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.sigil.enrollment.v1.ListDriftResponse();
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
                                if (!(message.drifts && message.drifts.length))
                                    message.drifts = [];
                                message.drifts.push($root.sigil.enrollment.v1.Drift.decode(reader, reader.size(), $undefined, _depth + 1));
                                continue;
                            }
                        case 2: {
                                if (wireType !== 2)
                                    break;
                                if (!(message.unread && message.unread.length))
                                    message.unread = [];
                                message.unread.push(reader.stringVerify());
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

                return ListDriftResponse;
            })();

            v1.Drift = (function() {

                const Drift = function (properties) {
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                Drift.prototype.profile = "";
                Drift.prototype.version = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
                Drift.prototype.agent_id = "";
                Drift.prototype.namespace = "";
                Drift.prototype.pod = "";
                Drift.prototype.pod_uid = "";
                Drift.prototype.code = "";
                Drift.prototype.detail = "";

                Drift.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.profile != null && $Object.hasOwnProperty.call(message, "profile") && message.profile !== "")
                        writer.uint32(10).string(message.profile);
                    if (message.version != null && $Object.hasOwnProperty.call(message, "version") && (typeof message.version === "object" ? message.version.low || message.version.high : message.version !== 0))
                        writer.uint32(16).int64(message.version);
                    if (message.agent_id != null && $Object.hasOwnProperty.call(message, "agent_id") && message.agent_id !== "")
                        writer.uint32(26).string(message.agent_id);
                    if (message.namespace != null && $Object.hasOwnProperty.call(message, "namespace") && message.namespace !== "")
                        writer.uint32(34).string(message.namespace);
                    if (message.pod != null && $Object.hasOwnProperty.call(message, "pod") && message.pod !== "")
                        writer.uint32(42).string(message.pod);
                    if (message.pod_uid != null && $Object.hasOwnProperty.call(message, "pod_uid") && message.pod_uid !== "")
                        writer.uint32(50).string(message.pod_uid);
                    if (message.code != null && $Object.hasOwnProperty.call(message, "code") && message.code !== "")
                        writer.uint32(58).string(message.code);
                    if (message.detail != null && $Object.hasOwnProperty.call(message, "detail") && message.detail !== "")
                        writer.uint32(66).string(message.detail);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                Drift.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.sigil.enrollment.v1.Drift();
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
                                    message.profile = value;
                                else
                                    delete message.profile;
                                continue;
                            }
                        case 2: {
                                if (wireType !== 0)
                                    break;
                                if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                                    message.version = value;
                                else
                                    delete message.version;
                                continue;
                            }
                        case 3: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.agent_id = value;
                                else
                                    delete message.agent_id;
                                continue;
                            }
                        case 4: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.namespace = value;
                                else
                                    delete message.namespace;
                                continue;
                            }
                        case 5: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.pod = value;
                                else
                                    delete message.pod;
                                continue;
                            }
                        case 6: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.pod_uid = value;
                                else
                                    delete message.pod_uid;
                                continue;
                            }
                        case 7: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.code = value;
                                else
                                    delete message.code;
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

                return Drift;
            })();

            return v1;
        })();

        return enrollment;
    })();

    return sigil;
})();

export {
  $root as default
};
