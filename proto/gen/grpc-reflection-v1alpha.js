/*eslint-disable block-scoped-var, id-length, no-control-regex, no-magic-numbers, no-mixed-operators, no-prototype-builtins, no-redeclare, no-shadow, no-var, sort-vars, default-case, jsdoc/require-param*/
import $protobuf from "./runtime.js";

const $Reader = $protobuf.Reader, $Writer = $protobuf.Writer, $util = $protobuf.util;
const $Object = $util.global.Object, $undefined = $util.global.undefined, $Error = $util.global.Error, $RangeError = $util.global.RangeError;

const $root = $protobuf.roots["sigil-grpc-reflection-v1alpha"] || ($protobuf.roots["sigil-grpc-reflection-v1alpha"] = {});

export const grpc = $root.grpc = (() => {

    const grpc = {};

    grpc.reflection = (function() {

        const reflection = {};

        reflection.v1alpha = (function() {

            const v1alpha = {};

            v1alpha.ServerReflectionRequest = (function() {

                const ServerReflectionRequest = function (properties) {
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                ServerReflectionRequest.prototype.host = "";
                ServerReflectionRequest.prototype.file_by_filename = null;
                ServerReflectionRequest.prototype.file_containing_symbol = null;
                ServerReflectionRequest.prototype.file_containing_extension = null;
                ServerReflectionRequest.prototype.all_extension_numbers_of_type = null;
                ServerReflectionRequest.prototype.list_services = null;

                let $oneOfFields;

                $Object.defineProperty(ServerReflectionRequest.prototype, "message_request", {
                    get: $util.oneOfGetter($oneOfFields = ["file_by_filename", "file_containing_symbol", "file_containing_extension", "all_extension_numbers_of_type", "list_services"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                ServerReflectionRequest.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.host != null && $Object.hasOwnProperty.call(message, "host") && message.host !== "")
                        writer.uint32(10).string(message.host);
                    if (message.file_by_filename != null && $Object.hasOwnProperty.call(message, "file_by_filename"))
                        writer.uint32(26).string(message.file_by_filename);
                    if (message.file_containing_symbol != null && $Object.hasOwnProperty.call(message, "file_containing_symbol"))
                        writer.uint32(34).string(message.file_containing_symbol);
                    if (message.file_containing_extension != null && $Object.hasOwnProperty.call(message, "file_containing_extension"))
                        $root.grpc.reflection.v1alpha.ExtensionRequest.encode(message.file_containing_extension, writer.uint32(42).fork(), _depth + 1).ldelim();
                    if (message.all_extension_numbers_of_type != null && $Object.hasOwnProperty.call(message, "all_extension_numbers_of_type"))
                        writer.uint32(50).string(message.all_extension_numbers_of_type);
                    if (message.list_services != null && $Object.hasOwnProperty.call(message, "list_services"))
                        writer.uint32(58).string(message.list_services);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                ServerReflectionRequest.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.grpc.reflection.v1alpha.ServerReflectionRequest();
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
                                    message.host = value;
                                else
                                    delete message.host;
                                continue;
                            }
                        case 3: {
                                if (wireType !== 2)
                                    break;
                                message.file_by_filename = reader.stringVerify();
                                message.message_request = "file_by_filename";
                                continue;
                            }
                        case 4: {
                                if (wireType !== 2)
                                    break;
                                message.file_containing_symbol = reader.stringVerify();
                                message.message_request = "file_containing_symbol";
                                continue;
                            }
                        case 5: {
                                if (wireType !== 2)
                                    break;
                                message.file_containing_extension = $root.grpc.reflection.v1alpha.ExtensionRequest.decode(reader, reader.size(), $undefined, _depth + 1, message.file_containing_extension);
                                message.message_request = "file_containing_extension";
                                continue;
                            }
                        case 6: {
                                if (wireType !== 2)
                                    break;
                                message.all_extension_numbers_of_type = reader.stringVerify();
                                message.message_request = "all_extension_numbers_of_type";
                                continue;
                            }
                        case 7: {
                                if (wireType !== 2)
                                    break;
                                message.list_services = reader.stringVerify();
                                message.message_request = "list_services";
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

                return ServerReflectionRequest;
            })();

            v1alpha.ExtensionRequest = (function() {

                const ExtensionRequest = function (properties) {
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                ExtensionRequest.prototype.containing_type = "";
                ExtensionRequest.prototype.extension_number = 0;

                ExtensionRequest.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.containing_type != null && $Object.hasOwnProperty.call(message, "containing_type") && message.containing_type !== "")
                        writer.uint32(10).string(message.containing_type);
                    if (message.extension_number != null && $Object.hasOwnProperty.call(message, "extension_number") && message.extension_number !== 0)
                        writer.uint32(16).int32(message.extension_number);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                ExtensionRequest.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.grpc.reflection.v1alpha.ExtensionRequest();
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
                                    message.containing_type = value;
                                else
                                    delete message.containing_type;
                                continue;
                            }
                        case 2: {
                                if (wireType !== 0)
                                    break;
                                if (value = reader.int32())
                                    message.extension_number = value;
                                else
                                    delete message.extension_number;
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

                return ExtensionRequest;
            })();

            v1alpha.ServerReflectionResponse = (function() {

                const ServerReflectionResponse = function (properties) {
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                ServerReflectionResponse.prototype.valid_host = "";
                ServerReflectionResponse.prototype.original_request = null;
                ServerReflectionResponse.prototype.file_descriptor_response = null;
                ServerReflectionResponse.prototype.all_extension_numbers_response = null;
                ServerReflectionResponse.prototype.list_services_response = null;
                ServerReflectionResponse.prototype.error_response = null;

                let $oneOfFields;

                $Object.defineProperty(ServerReflectionResponse.prototype, "message_response", {
                    get: $util.oneOfGetter($oneOfFields = ["file_descriptor_response", "all_extension_numbers_response", "list_services_response", "error_response"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                ServerReflectionResponse.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.valid_host != null && $Object.hasOwnProperty.call(message, "valid_host") && message.valid_host !== "")
                        writer.uint32(10).string(message.valid_host);
                    if (message.original_request != null && $Object.hasOwnProperty.call(message, "original_request"))
                        $root.grpc.reflection.v1alpha.ServerReflectionRequest.encode(message.original_request, writer.uint32(18).fork(), _depth + 1).ldelim();
                    if (message.file_descriptor_response != null && $Object.hasOwnProperty.call(message, "file_descriptor_response"))
                        $root.grpc.reflection.v1alpha.FileDescriptorResponse.encode(message.file_descriptor_response, writer.uint32(34).fork(), _depth + 1).ldelim();
                    if (message.all_extension_numbers_response != null && $Object.hasOwnProperty.call(message, "all_extension_numbers_response"))
                        $root.grpc.reflection.v1alpha.ExtensionNumberResponse.encode(message.all_extension_numbers_response, writer.uint32(42).fork(), _depth + 1).ldelim();
                    if (message.list_services_response != null && $Object.hasOwnProperty.call(message, "list_services_response"))
                        $root.grpc.reflection.v1alpha.ListServiceResponse.encode(message.list_services_response, writer.uint32(50).fork(), _depth + 1).ldelim();
                    if (message.error_response != null && $Object.hasOwnProperty.call(message, "error_response"))
                        $root.grpc.reflection.v1alpha.ErrorResponse.encode(message.error_response, writer.uint32(58).fork(), _depth + 1).ldelim();
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                ServerReflectionResponse.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.grpc.reflection.v1alpha.ServerReflectionResponse();
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
                                    message.valid_host = value;
                                else
                                    delete message.valid_host;
                                continue;
                            }
                        case 2: {
                                if (wireType !== 2)
                                    break;
                                message.original_request = $root.grpc.reflection.v1alpha.ServerReflectionRequest.decode(reader, reader.size(), $undefined, _depth + 1, message.original_request);
                                continue;
                            }
                        case 4: {
                                if (wireType !== 2)
                                    break;
                                message.file_descriptor_response = $root.grpc.reflection.v1alpha.FileDescriptorResponse.decode(reader, reader.size(), $undefined, _depth + 1, message.file_descriptor_response);
                                message.message_response = "file_descriptor_response";
                                continue;
                            }
                        case 5: {
                                if (wireType !== 2)
                                    break;
                                message.all_extension_numbers_response = $root.grpc.reflection.v1alpha.ExtensionNumberResponse.decode(reader, reader.size(), $undefined, _depth + 1, message.all_extension_numbers_response);
                                message.message_response = "all_extension_numbers_response";
                                continue;
                            }
                        case 6: {
                                if (wireType !== 2)
                                    break;
                                message.list_services_response = $root.grpc.reflection.v1alpha.ListServiceResponse.decode(reader, reader.size(), $undefined, _depth + 1, message.list_services_response);
                                message.message_response = "list_services_response";
                                continue;
                            }
                        case 7: {
                                if (wireType !== 2)
                                    break;
                                message.error_response = $root.grpc.reflection.v1alpha.ErrorResponse.decode(reader, reader.size(), $undefined, _depth + 1, message.error_response);
                                message.message_response = "error_response";
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

                return ServerReflectionResponse;
            })();

            v1alpha.FileDescriptorResponse = (function() {

                const FileDescriptorResponse = function (properties) {
                    this.file_descriptor_proto = [];
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                FileDescriptorResponse.prototype.file_descriptor_proto = $util.emptyArray;

                FileDescriptorResponse.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.file_descriptor_proto != null && message.file_descriptor_proto.length)
                        for (let i = 0; i < message.file_descriptor_proto.length; ++i)
                            writer.uint32(10).bytes(message.file_descriptor_proto[i]);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                FileDescriptorResponse.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.grpc.reflection.v1alpha.FileDescriptorResponse();
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
                                if (!(message.file_descriptor_proto && message.file_descriptor_proto.length))
                                    message.file_descriptor_proto = [];
                                message.file_descriptor_proto.push(reader.bytes());
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

                return FileDescriptorResponse;
            })();

            v1alpha.ExtensionNumberResponse = (function() {

                const ExtensionNumberResponse = function (properties) {
                    this.extension_number = [];
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                ExtensionNumberResponse.prototype.base_type_name = "";
                ExtensionNumberResponse.prototype.extension_number = $util.emptyArray;

                ExtensionNumberResponse.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.base_type_name != null && $Object.hasOwnProperty.call(message, "base_type_name") && message.base_type_name !== "")
                        writer.uint32(10).string(message.base_type_name);
                    if (message.extension_number != null && message.extension_number.length)
                        writer.uint32(18).int32s(message.extension_number);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                ExtensionNumberResponse.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.grpc.reflection.v1alpha.ExtensionNumberResponse();
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
                                    message.base_type_name = value;
                                else
                                    delete message.base_type_name;
                                continue;
                            }
                        case 2: {
                                if (wireType === 2) {
                                    if (!(message.extension_number && message.extension_number.length))
                                        message.extension_number = [];
                                    reader.int32s(message.extension_number);
                                    continue;
                                }
                                if (wireType !== 0)
                                    break;
                                if (!(message.extension_number && message.extension_number.length))
                                    message.extension_number = [];
                                message.extension_number.push(reader.int32());
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

                return ExtensionNumberResponse;
            })();

            v1alpha.ListServiceResponse = (function() {

                const ListServiceResponse = function (properties) {
                    this.service = [];
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                ListServiceResponse.prototype.service = $util.emptyArray;

                ListServiceResponse.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.service != null && message.service.length)
                        for (let i = 0; i < message.service.length; ++i)
                            $root.grpc.reflection.v1alpha.ServiceResponse.encode(message.service[i], writer.uint32(10).fork(), _depth + 1).ldelim();
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                ListServiceResponse.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.grpc.reflection.v1alpha.ListServiceResponse();
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
                                if (!(message.service && message.service.length))
                                    message.service = [];
                                message.service.push($root.grpc.reflection.v1alpha.ServiceResponse.decode(reader, reader.size(), $undefined, _depth + 1));
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

                return ListServiceResponse;
            })();

            v1alpha.ServiceResponse = (function() {

                const ServiceResponse = function (properties) {
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                ServiceResponse.prototype.name = "";

                ServiceResponse.encode = function (message, writer, _depth) {
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

                ServiceResponse.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.grpc.reflection.v1alpha.ServiceResponse();
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

                return ServiceResponse;
            })();

            v1alpha.ErrorResponse = (function() {

                const ErrorResponse = function (properties) {
                    if (properties)
                        for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                };

                ErrorResponse.prototype.error_code = 0;
                ErrorResponse.prototype.error_message = "";

                ErrorResponse.encode = function (message, writer, _depth) {
                    if (!writer)
                        writer = $Writer.create();
                    if (_depth === $undefined)
                        _depth = 0;
                    if (_depth > $util.recursionLimit)
                        throw $Error("max depth exceeded");
                    if (message.error_code != null && $Object.hasOwnProperty.call(message, "error_code") && message.error_code !== 0)
                        writer.uint32(8).int32(message.error_code);
                    if (message.error_message != null && $Object.hasOwnProperty.call(message, "error_message") && message.error_message !== "")
                        writer.uint32(18).string(message.error_message);
                    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                        for (let i = 0; i < message.$unknowns.length; ++i)
                            writer.raw(message.$unknowns[i]);
                    return writer;
                };

                ErrorResponse.decode = function (reader, length, _end, _depth, _target) {
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
                    message = _target || new $root.grpc.reflection.v1alpha.ErrorResponse();
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
                                    message.error_code = value;
                                else
                                    delete message.error_code;
                                continue;
                            }
                        case 2: {
                                if (wireType !== 2)
                                    break;
                                if ((value = reader.stringVerify()).length)
                                    message.error_message = value;
                                else
                                    delete message.error_message;
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

                return ErrorResponse;
            })();

            return v1alpha;
        })();

        return reflection;
    })();

    return grpc;
})();

export {
  $root as default
};
