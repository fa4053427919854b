/*eslint-disable block-scoped-var, id-length, no-control-regex, no-magic-numbers, no-mixed-operators, no-prototype-builtins, no-redeclare, no-shadow, no-var, sort-vars, default-case, jsdoc/require-param*/
import $protobuf from "./runtime.js";

const $Reader = $protobuf.Reader, $Writer = $protobuf.Writer, $util = $protobuf.util;
const $Object = $util.global.Object, $undefined = $util.global.undefined, $Error = $util.global.Error, $RangeError = $util.global.RangeError;

const $root = $protobuf.roots["sigil-kubernetes-pods"] || ($protobuf.roots["sigil-kubernetes-pods"] = {});

export const k8s = $root.k8s = (() => {

    const k8s = {};

    k8s.io = (function() {

        const io = {};

        io.api = (function() {

            const api = {};

            api.core = (function() {

                const core = {};

                core.v1 = (function() {

                    const v1 = {};

                    v1.Pod = (function() {

                        const Pod = function (properties) {
                            if (properties)
                                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                        this[keys[i]] = properties[keys[i]];
                        };

                        Pod.prototype.metadata = null;
                        Pod.prototype.spec = null;
                        Pod.prototype.status = null;

                        Pod.encode = function (message, writer, _depth) {
                            if (!writer)
                                writer = $Writer.create();
                            if (_depth === $undefined)
                                _depth = 0;
                            if (_depth > $util.recursionLimit)
                                throw $Error("max depth exceeded");
                            if (message.metadata != null && $Object.hasOwnProperty.call(message, "metadata"))
                                $root.k8s.io.api.core.v1.ObjectMeta.encode(message.metadata, writer.uint32(10).fork(), _depth + 1).ldelim();
                            if (message.spec != null && $Object.hasOwnProperty.call(message, "spec"))
                                $root.k8s.io.api.core.v1.PodSpec.encode(message.spec, writer.uint32(18).fork(), _depth + 1).ldelim();
                            if (message.status != null && $Object.hasOwnProperty.call(message, "status"))
                                $root.k8s.io.api.core.v1.PodStatus.encode(message.status, writer.uint32(26).fork(), _depth + 1).ldelim();
                            if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                                for (let i = 0; i < message.$unknowns.length; ++i)
                                    writer.raw(message.$unknowns[i]);
                            return writer;
                        };

                        Pod.decode = function (reader, length, _end, _depth, _target) {
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
                            message = _target || new $root.k8s.io.api.core.v1.Pod();
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
                                        message.metadata = $root.k8s.io.api.core.v1.ObjectMeta.decode(reader, reader.size(), $undefined, _depth + 1, message.metadata);
                                        continue;
                                    }
                                case 2: {
                                        if (wireType !== 2)
                                            break;
                                        message.spec = $root.k8s.io.api.core.v1.PodSpec.decode(reader, reader.size(), $undefined, _depth + 1, message.spec);
                                        continue;
                                    }
                                case 3: {
                                        if (wireType !== 2)
                                            break;
                                        message.status = $root.k8s.io.api.core.v1.PodStatus.decode(reader, reader.size(), $undefined, _depth + 1, message.status);
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

                        return Pod;
                    })();

                    v1.ObjectMeta = (function() {

                        const ObjectMeta = function (properties) {
                            this.labels = {};
                            this.annotations = {};
                            this.ownerReferences = [];
                            if (properties)
                                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                        this[keys[i]] = properties[keys[i]];
                        };

                        ObjectMeta.prototype.name = "";
                        ObjectMeta.prototype.namespace = "";
                        ObjectMeta.prototype.uid = "";
                        ObjectMeta.prototype.labels = $util.emptyObject;
                        ObjectMeta.prototype.annotations = $util.emptyObject;
                        ObjectMeta.prototype.ownerReferences = $util.emptyArray;

                        ObjectMeta.encode = function (message, writer, _depth) {
                            if (!writer)
                                writer = $Writer.create();
                            if (_depth === $undefined)
                                _depth = 0;
                            if (_depth > $util.recursionLimit)
                                throw $Error("max depth exceeded");
                            if (message.name != null && $Object.hasOwnProperty.call(message, "name") && message.name !== "")
                                writer.uint32(10).string(message.name);
                            if (message.namespace != null && $Object.hasOwnProperty.call(message, "namespace") && message.namespace !== "")
                                writer.uint32(26).string(message.namespace);
                            if (message.uid != null && $Object.hasOwnProperty.call(message, "uid") && message.uid !== "")
                                writer.uint32(42).string(message.uid);
                            if (message.labels != null && $Object.hasOwnProperty.call(message, "labels"))
                                for (let keys = $Object.keys(message.labels), i = 0; i < keys.length; ++i)
                                    writer.uint32(90).fork().uint32(10).string(keys[i]).uint32(18).string(message.labels[keys[i]]).ldelim();
                            if (message.annotations != null && $Object.hasOwnProperty.call(message, "annotations"))
                                for (let keys = $Object.keys(message.annotations), i = 0; i < keys.length; ++i)
                                    writer.uint32(98).fork().uint32(10).string(keys[i]).uint32(18).string(message.annotations[keys[i]]).ldelim();
                            if (message.ownerReferences != null && message.ownerReferences.length)
                                for (let i = 0; i < message.ownerReferences.length; ++i)
                                    $root.k8s.io.api.core.v1.OwnerReference.encode(message.ownerReferences[i], writer.uint32(106).fork(), _depth + 1).ldelim();
                            if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                                for (let i = 0; i < message.$unknowns.length; ++i)
                                    writer.raw(message.$unknowns[i]);
                            return writer;
                        };

                        ObjectMeta.decode = function (reader, length, _end, _depth, _target) {
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
                            message = _target || new $root.k8s.io.api.core.v1.ObjectMeta();
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
                                case 3: {
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
                                            message.uid = value;
                                        else
                                            delete message.uid;
                                        continue;
                                    }
                                case 11: {
                                        if (wireType !== 2)
                                            break;
                                        if (message.labels === $util.emptyObject)
                                            message.labels = {};
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
                                            $util.makeProp(message.labels, key);
                                        message.labels[key] = value;
                                        continue;
                                    }
                                case 12: {
                                        if (wireType !== 2)
                                            break;
                                        if (message.annotations === $util.emptyObject)
                                            message.annotations = {};
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
                                            $util.makeProp(message.annotations, key);
                                        message.annotations[key] = value;
                                        continue;
                                    }
                                case 13: {
                                        if (wireType !== 2)
                                            break;
                                        if (!(message.ownerReferences && message.ownerReferences.length))
                                            message.ownerReferences = [];
                                        message.ownerReferences.push($root.k8s.io.api.core.v1.OwnerReference.decode(reader, reader.size(), $undefined, _depth + 1));
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

                        return ObjectMeta;
                    })();

                    v1.OwnerReference = (function() {

                        const OwnerReference = function (properties) {
                            if (properties)
                                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                        this[keys[i]] = properties[keys[i]];
                        };

                        OwnerReference.prototype.kind = "";
                        OwnerReference.prototype.name = "";
                        OwnerReference.prototype.uid = "";

                        OwnerReference.encode = function (message, writer, _depth) {
                            if (!writer)
                                writer = $Writer.create();
                            if (_depth === $undefined)
                                _depth = 0;
                            if (_depth > $util.recursionLimit)
                                throw $Error("max depth exceeded");
                            if (message.kind != null && $Object.hasOwnProperty.call(message, "kind") && message.kind !== "")
                                writer.uint32(10).string(message.kind);
                            if (message.name != null && $Object.hasOwnProperty.call(message, "name") && message.name !== "")
                                writer.uint32(26).string(message.name);
                            if (message.uid != null && $Object.hasOwnProperty.call(message, "uid") && message.uid !== "")
                                writer.uint32(34).string(message.uid);
                            if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                                for (let i = 0; i < message.$unknowns.length; ++i)
                                    writer.raw(message.$unknowns[i]);
                            return writer;
                        };

                        OwnerReference.decode = function (reader, length, _end, _depth, _target) {
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
                            message = _target || new $root.k8s.io.api.core.v1.OwnerReference();
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
                                            message.kind = value;
                                        else
                                            delete message.kind;
                                        continue;
                                    }
                                case 3: {
                                        if (wireType !== 2)
                                            break;
                                        if ((value = reader.stringVerify()).length)
                                            message.name = value;
                                        else
                                            delete message.name;
                                        continue;
                                    }
                                case 4: {
                                        if (wireType !== 2)
                                            break;
                                        if ((value = reader.stringVerify()).length)
                                            message.uid = value;
                                        else
                                            delete message.uid;
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

                        return OwnerReference;
                    })();

                    v1.PodSpec = (function() {

                        const PodSpec = function (properties) {
                            if (properties)
                                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                        this[keys[i]] = properties[keys[i]];
                        };

                        PodSpec.prototype.serviceAccountName = "";
                        PodSpec.prototype.nodeName = "";

                        PodSpec.encode = function (message, writer, _depth) {
                            if (!writer)
                                writer = $Writer.create();
                            if (_depth === $undefined)
                                _depth = 0;
                            if (_depth > $util.recursionLimit)
                                throw $Error("max depth exceeded");
                            if (message.serviceAccountName != null && $Object.hasOwnProperty.call(message, "serviceAccountName") && message.serviceAccountName !== "")
                                writer.uint32(66).string(message.serviceAccountName);
                            if (message.nodeName != null && $Object.hasOwnProperty.call(message, "nodeName") && message.nodeName !== "")
                                writer.uint32(82).string(message.nodeName);
                            if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                                for (let i = 0; i < message.$unknowns.length; ++i)
                                    writer.raw(message.$unknowns[i]);
                            return writer;
                        };

                        PodSpec.decode = function (reader, length, _end, _depth, _target) {
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
                            message = _target || new $root.k8s.io.api.core.v1.PodSpec();
                            while (reader.pos < end) {
                                let start = reader.pos;
                                let tag = reader.tag();
                                if (tag === _end) {
                                    _end = $undefined;
                                    break;
                                }
                                let wireType = tag & 7;
                                switch (tag >>>= 3) {
                                case 8: {
                                        if (wireType !== 2)
                                            break;
                                        if ((value = reader.stringVerify()).length)
                                            message.serviceAccountName = value;
                                        else
                                            delete message.serviceAccountName;
                                        continue;
                                    }
                                case 10: {
                                        if (wireType !== 2)
                                            break;
                                        if ((value = reader.stringVerify()).length)
                                            message.nodeName = value;
                                        else
                                            delete message.nodeName;
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

                        return PodSpec;
                    })();

                    v1.PodStatus = (function() {

                        const PodStatus = function (properties) {
                            this.containerStatuses = [];
                            this.initContainerStatuses = [];
                            this.ephemeralContainerStatuses = [];
                            if (properties)
                                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                        this[keys[i]] = properties[keys[i]];
                        };

                        PodStatus.prototype.containerStatuses = $util.emptyArray;
                        PodStatus.prototype.initContainerStatuses = $util.emptyArray;
                        PodStatus.prototype.ephemeralContainerStatuses = $util.emptyArray;

                        PodStatus.encode = function (message, writer, _depth) {
                            if (!writer)
                                writer = $Writer.create();
                            if (_depth === $undefined)
                                _depth = 0;
                            if (_depth > $util.recursionLimit)
                                throw $Error("max depth exceeded");
                            if (message.containerStatuses != null && message.containerStatuses.length)
                                for (let i = 0; i < message.containerStatuses.length; ++i)
                                    $root.k8s.io.api.core.v1.ContainerStatus.encode(message.containerStatuses[i], writer.uint32(66).fork(), _depth + 1).ldelim();
                            if (message.initContainerStatuses != null && message.initContainerStatuses.length)
                                for (let i = 0; i < message.initContainerStatuses.length; ++i)
                                    $root.k8s.io.api.core.v1.ContainerStatus.encode(message.initContainerStatuses[i], writer.uint32(82).fork(), _depth + 1).ldelim();
                            if (message.ephemeralContainerStatuses != null && message.ephemeralContainerStatuses.length)
                                for (let i = 0; i < message.ephemeralContainerStatuses.length; ++i)
                                    $root.k8s.io.api.core.v1.ContainerStatus.encode(message.ephemeralContainerStatuses[i], writer.uint32(106).fork(), _depth + 1).ldelim();
                            if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                                for (let i = 0; i < message.$unknowns.length; ++i)
                                    writer.raw(message.$unknowns[i]);
                            return writer;
                        };

                        PodStatus.decode = function (reader, length, _end, _depth, _target) {
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
                            message = _target || new $root.k8s.io.api.core.v1.PodStatus();
                            while (reader.pos < end) {
                                let start = reader.pos;
                                let tag = reader.tag();
                                if (tag === _end) {
                                    _end = $undefined;
                                    break;
                                }
                                let wireType = tag & 7;
                                switch (tag >>>= 3) {
                                case 8: {
                                        if (wireType !== 2)
                                            break;
                                        if (!(message.containerStatuses && message.containerStatuses.length))
                                            message.containerStatuses = [];
                                        message.containerStatuses.push($root.k8s.io.api.core.v1.ContainerStatus.decode(reader, reader.size(), $undefined, _depth + 1));
                                        continue;
                                    }
                                case 10: {
                                        if (wireType !== 2)
                                            break;
                                        if (!(message.initContainerStatuses && message.initContainerStatuses.length))
                                            message.initContainerStatuses = [];
                                        message.initContainerStatuses.push($root.k8s.io.api.core.v1.ContainerStatus.decode(reader, reader.size(), $undefined, _depth + 1));
                                        continue;
                                    }
                                case 13: {
                                        if (wireType !== 2)
                                            break;
                                        if (!(message.ephemeralContainerStatuses && message.ephemeralContainerStatuses.length))
                                            message.ephemeralContainerStatuses = [];
                                        message.ephemeralContainerStatuses.push($root.k8s.io.api.core.v1.ContainerStatus.decode(reader, reader.size(), $undefined, _depth + 1));
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

                        return PodStatus;
                    })();

                    v1.ContainerStatus = (function() {

                        const ContainerStatus = function (properties) {
                            if (properties)
                                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                        this[keys[i]] = properties[keys[i]];
                        };

                        ContainerStatus.prototype.name = "";
                        ContainerStatus.prototype.image = "";
                        ContainerStatus.prototype.imageID = "";
                        ContainerStatus.prototype.containerID = "";

                        ContainerStatus.encode = function (message, writer, _depth) {
                            if (!writer)
                                writer = $Writer.create();
                            if (_depth === $undefined)
                                _depth = 0;
                            if (_depth > $util.recursionLimit)
                                throw $Error("max depth exceeded");
                            if (message.name != null && $Object.hasOwnProperty.call(message, "name") && message.name !== "")
                                writer.uint32(10).string(message.name);
                            if (message.image != null && $Object.hasOwnProperty.call(message, "image") && message.image !== "")
                                writer.uint32(50).string(message.image);
                            if (message.imageID != null && $Object.hasOwnProperty.call(message, "imageID") && message.imageID !== "")
                                writer.uint32(58).string(message.imageID);
                            if (message.containerID != null && $Object.hasOwnProperty.call(message, "containerID") && message.containerID !== "")
                                writer.uint32(66).string(message.containerID);
                            if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                                for (let i = 0; i < message.$unknowns.length; ++i)
                                    writer.raw(message.$unknowns[i]);
                            return writer;
                        };

                        ContainerStatus.decode = function (reader, length, _end, _depth, _target) {
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
                            message = _target || new $root.k8s.io.api.core.v1.ContainerStatus();
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
                                case 6: {
                                        if (wireType !== 2)
                                            break;
                                        if ((value = reader.stringVerify()).length)
                                            message.image = value;
                                        else
                                            delete message.image;
                                        continue;
                                    }
                                case 7: {
                                        if (wireType !== 2)
                                            break;
                                        if ((value = reader.stringVerify()).length)
                                            message.imageID = value;
                                        else
                                            delete message.imageID;
                                        continue;
                                    }
                                case 8: {
                                        if (wireType !== 2)
                                            break;
                                        if ((value = reader.stringVerify()).length)
                                            message.containerID = value;
                                        else
                                            delete message.containerID;
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

                        return ContainerStatus;
                    })();

                    return v1;
                })();

                return core;
            })();

            return api;
        })();

        return io;
    })();

    return k8s;
})();

export const v1alpha1 = $root.v1alpha1 = (() => {

    const v1alpha1 = {};

    v1alpha1.EventType = (function() {
        const valuesById = $Object.create(null), values = $Object.create(valuesById);
        values[valuesById[0] = "UNSPECIFIED"] = 0;
        values[valuesById[1] = "ADDED"] = 1;
        values[valuesById[2] = "MODIFIED"] = 2;
        values[valuesById[3] = "DELETED"] = 3;
        values[valuesById[4] = "INITIAL_SYNC_COMPLETE"] = 4;
        return values;
    })();

    v1alpha1.WatchPodsEvent = (function() {

        const WatchPodsEvent = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        WatchPodsEvent.prototype.type = 0;
        WatchPodsEvent.prototype.pod = $util.newBuffer([]);

        WatchPodsEvent.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.type != null && $Object.hasOwnProperty.call(message, "type") && message.type !== 0)
                writer.uint32(8).int32(message.type);
            if (message.pod != null && $Object.hasOwnProperty.call(message, "pod") && message.pod.length)
                writer.uint32(18).bytes(message.pod);
            if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        WatchPodsEvent.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.v1alpha1.WatchPodsEvent();
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
                            message.type = value;
                        else
                            delete message.type;
                        continue;
                    }
                case 2: {
                        if (wireType !== 2)
                            break;
                        if ((value = reader.bytes()).length)
                            message.pod = value;
                        else
                            delete message.pod;
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

        return WatchPodsEvent;
    })();

    v1alpha1.ListPodsResponse = (function() {

        const ListPodsResponse = function (properties) {
            this.pods = [];
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        ListPodsResponse.prototype.pods = $util.emptyArray;

        ListPodsResponse.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.pods != null && message.pods.length)
                for (let i = 0; i < message.pods.length; ++i)
                    writer.uint32(10).bytes(message.pods[i]);
            if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        ListPodsResponse.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.v1alpha1.ListPodsResponse();
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
                        if (!(message.pods && message.pods.length))
                            message.pods = [];
                        message.pods.push(reader.bytes());
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

        return ListPodsResponse;
    })();

    v1alpha1.GetPodResponse = (function() {

        const GetPodResponse = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        GetPodResponse.prototype.pod = $util.newBuffer([]);

        GetPodResponse.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.pod != null && $Object.hasOwnProperty.call(message, "pod") && message.pod.length)
                writer.uint32(10).bytes(message.pod);
            if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        GetPodResponse.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.v1alpha1.GetPodResponse();
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
                        if ((value = reader.bytes()).length)
                            message.pod = value;
                        else
                            delete message.pod;
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

        return GetPodResponse;
    })();

    v1alpha1.WatchPodsRequest = (function() {

        const WatchPodsRequest = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        WatchPodsRequest.encode = function (message, writer, _depth) {
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

        WatchPodsRequest.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.v1alpha1.WatchPodsRequest();
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

        return WatchPodsRequest;
    })();

    v1alpha1.ListPodsRequest = (function() {

        const ListPodsRequest = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        ListPodsRequest.encode = function (message, writer, _depth) {
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

        ListPodsRequest.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.v1alpha1.ListPodsRequest();
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

        return ListPodsRequest;
    })();

    v1alpha1.GetPodRequest = (function() {

        const GetPodRequest = function (properties) {
            if (properties)
                for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                        this[keys[i]] = properties[keys[i]];
        };

        GetPodRequest.prototype.podUID = "";

        GetPodRequest.encode = function (message, writer, _depth) {
            if (!writer)
                writer = $Writer.create();
            if (_depth === $undefined)
                _depth = 0;
            if (_depth > $util.recursionLimit)
                throw $Error("max depth exceeded");
            if (message.podUID != null && $Object.hasOwnProperty.call(message, "podUID") && message.podUID !== "")
                writer.uint32(10).string(message.podUID);
            if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                for (let i = 0; i < message.$unknowns.length; ++i)
                    writer.raw(message.$unknowns[i]);
            return writer;
        };

        GetPodRequest.decode = function (reader, length, _end, _depth, _target) {
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
            message = _target || new $root.v1alpha1.GetPodRequest();
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
                            message.podUID = value;
                        else
                            delete message.podUID;
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

        return GetPodRequest;
    })();

    return v1alpha1;
})();

export {
  $root as default
};
