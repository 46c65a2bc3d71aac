//! Point-to-point communication.

use super::{functions, primal, shadows};
use crate::adjoint;
use crate::bases::Bases;
use crate::data::Data;
use crate::error::Site;
use crate::p2p::{self as call, Envelope};
use crate::raw::{self, MPI_Comm, MPI_Datatype, MPI_Message, MPI_Request, MPI_Status};
use std::ffi::{c_char, c_int, c_void};

/// What a place of the program holds after the primal has written it.
macro_rules! written {
    ($place:expr) => {
        // SAFETY: the program's place for an output.
        unsafe { *$place }
    };
}

/// Sends: the same arguments in every mode.
macro_rules! sends {
    ($($blocking:ident $immediate:ident $persistent:ident:
        $primal:ident $immediate_primal:ident $persistent_primal:ident;)*) => {
        functions! {$(
            $blocking(buf: *const c_void, count: c_int, datatype: MPI_Datatype, dest: c_int,
                tag: c_int, comm: MPI_Comm) [shadow]
                = call::Send {
                    data: Data { address: buf, count, datatype, shadow },
                    to: Envelope { rank: dest, tag, comm },
                    primal: || primal!($primal(buf, count, datatype, dest, tag, comm)),
                };

            $immediate(buf: *const c_void, count: c_int, datatype: MPI_Datatype, dest: c_int,
                tag: c_int, comm: MPI_Comm, request: *mut MPI_Request) [shadow]
                = call::ImmediateSend {
                    data: Data { address: buf, count, datatype, shadow },
                    to: Envelope { rank: dest, tag, comm },
                    primal: || {
                        let status =
                            primal!($immediate_primal(buf, count, datatype, dest, tag, comm, request));
                        (status, written!(request))
                    },
                };

            $persistent(buf: *const c_void, count: c_int, datatype: MPI_Datatype, dest: c_int,
                tag: c_int, comm: MPI_Comm, request: *mut MPI_Request) [shadow]
                = call::PersistentSend {
                    data: Data { address: buf, count, datatype, shadow },
                    to: Envelope { rank: dest, tag, comm },
                    primal: || {
                        let status =
                            primal!($persistent_primal(buf, count, datatype, dest, tag, comm, request));
                        (status, written!(request))
                    },
                };
        )*}
    };
}

sends! {
    Send Isend Send_init: PMPI_Send PMPI_Isend PMPI_Send_init;
    Ssend Issend Ssend_init: PMPI_Ssend PMPI_Issend PMPI_Ssend_init;
    Bsend Ibsend Bsend_init: PMPI_Bsend PMPI_Ibsend PMPI_Bsend_init;
    Rsend Irsend Rsend_init: PMPI_Rsend PMPI_Irsend PMPI_Rsend_init;
}

functions! {
    Recv(buf: *mut c_void, count: c_int, datatype: MPI_Datatype, source: c_int, tag: c_int,
        comm: MPI_Comm, status: *mut MPI_Status) [shadow]
        = call::Receive {
            data: Data { address: buf, count, datatype, shadow },
            from: Envelope { rank: source, tag, comm },
            status,
            primal: |status| primal!(PMPI_Recv(buf, count, datatype, source, tag, comm, status)),
        };

    Irecv(buf: *mut c_void, count: c_int, datatype: MPI_Datatype, source: c_int, tag: c_int,
        comm: MPI_Comm, request: *mut MPI_Request) [shadow]
        = call::ImmediateReceive {
            data: Data { address: buf, count, datatype, shadow },
            from: Envelope { rank: source, tag, comm },
            primal: || {
                let status = primal!(PMPI_Irecv(buf, count, datatype, source, tag, comm, request));
                (status, written!(request))
            },
        };

    Recv_init(buf: *mut c_void, count: c_int, datatype: MPI_Datatype, source: c_int, tag: c_int,
        comm: MPI_Comm, request: *mut MPI_Request) [shadow]
        = call::PersistentReceive {
            data: Data { address: buf, count, datatype, shadow },
            from: Envelope { rank: source, tag, comm },
            primal: || {
                let status =
                    primal!(PMPI_Recv_init(buf, count, datatype, source, tag, comm, request));
                (status, written!(request))
            },
        };

    Sendrecv(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, dest: c_int,
        sendtag: c_int, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype,
        source: c_int, recvtag: c_int, comm: MPI_Comm, status: *mut MPI_Status)
        [send_shadow, receive_shadow]
        = call::Exchange {
            send: Data { address: sendbuf, count: sendcount, datatype: sendtype, shadow: send_shadow },
            to: Envelope { rank: dest, tag: sendtag, comm },
            receive: Data { address: recvbuf, count: recvcount, datatype: recvtype, shadow: receive_shadow },
            from: Envelope { rank: source, tag: recvtag, comm },
            status,
            primal: |status| primal!(PMPI_Sendrecv(
                sendbuf, sendcount, sendtype, dest, sendtag,
                recvbuf, recvcount, recvtype, source, recvtag, comm, status)),
        };

    Sendrecv_replace(buf: *mut c_void, count: c_int, datatype: MPI_Datatype, dest: c_int,
        sendtag: c_int, source: c_int, recvtag: c_int, comm: MPI_Comm, status: *mut MPI_Status)
        [shadow]
        = call::Exchange {
            send: Data { address: buf, count, datatype, shadow: shadow.clone() },
            to: Envelope { rank: dest, tag: sendtag, comm },
            receive: Data { address: buf, count, datatype, shadow },
            from: Envelope { rank: source, tag: recvtag, comm },
            status,
            primal: |status| primal!(PMPI_Sendrecv_replace(
                buf, count, datatype, dest, sendtag, source, recvtag, comm, status)),
        };

    Mprobe(source: c_int, tag: c_int, comm: MPI_Comm, message: *mut MPI_Message,
        status: *mut MPI_Status) []
        = call::Probe {
            comm,
            status,
            primal: |status| {
                let result = primal!(PMPI_Mprobe(source, tag, comm, message, status));
                (result, Some(written!(message)))
            },
        };

    Improbe(source: c_int, tag: c_int, comm: MPI_Comm, flag: *mut c_int, message: *mut MPI_Message,
        status: *mut MPI_Status) []
        = call::Probe {
            comm,
            status,
            primal: |status| {
                let result = primal!(PMPI_Improbe(source, tag, comm, flag, message, status));
                (result, (written!(flag) != 0).then(|| written!(message)))
            },
        };

    Mrecv(buf: *mut c_void, count: c_int, datatype: MPI_Datatype, message: *mut MPI_Message,
        status: *mut MPI_Status) [shadow]
        = call::ReceiveMatched {
            data: Data { address: buf, count, datatype, shadow },
            message: written!(message),
            status,
            primal: |status| primal!(PMPI_Mrecv(buf, count, datatype, message, status)),
        };

    Imrecv(buf: *mut c_void, count: c_int, datatype: MPI_Datatype, message: *mut MPI_Message,
        request: *mut MPI_Request) [shadow]
        = call::ImmediateMatched {
            data: Data { address: buf, count, datatype, shadow },
            message: written!(message),
            primal: || {
                let status = primal!(PMPI_Imrecv(buf, count, datatype, message, request));
                (status, written!(request))
            },
        };

    Pack(inbuf: *const c_void, incount: c_int, datatype: MPI_Datatype, outbuf: *mut c_void,
        outsize: c_int, position: *mut c_int, comm: MPI_Comm) [data_shadow, packed_shadow]
        = call::Pack {
            data: Data { address: inbuf, count: incount, datatype, shadow: data_shadow },
            packed: call::Packed { shadow: packed_shadow, position: written!(position) },
            primal: || {
                let status =
                    primal!(PMPI_Pack(inbuf, incount, datatype, outbuf, outsize, position, comm));
                (status, written!(position))
            },
        };

    Unpack(inbuf: *const c_void, insize: c_int, position: *mut c_int, outbuf: *mut c_void,
        outcount: c_int, datatype: MPI_Datatype, comm: MPI_Comm) [packed_shadow, data_shadow]
        = call::Unpack {
            data: Data { address: outbuf, count: outcount, datatype, shadow: data_shadow },
            packed: call::Packed { shadow: packed_shadow, position: written!(position) },
            primal: || {
                let status =
                    primal!(PMPI_Unpack(inbuf, insize, position, outbuf, outcount, datatype, comm));
                (status, written!(position))
            },
        };
}
