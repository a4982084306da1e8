"""The question for a host by its name, and what is taken for an answer: whole, ours, of the name that was asked for."""

import struct

import mdns
from examine import same
from mdns import Finder

NAME = [b"table-3f2a9c", b"_mqtt", b"_tcp", b"local"]
TARGET = [b"table-3f2a9c", b"local"]


class Socket:
    """Somebody in the network, in the hand of the test."""

    inbox, sent, opened, closed = [], [], 0, 0

    def __init__(self, *_):
        Socket.opened += 1

    def setblocking(self, _):
        pass

    def sendto(self, data, where):
        if Socket.away:
            raise OSError(113)
        Socket.sent.append(data)

    def recv(self, size):
        if not Socket.inbox:
            raise OSError(11)
        return Socket.inbox.pop(0)[:size]

    def close(self):
        Socket.closed += 1


class Sockets:
    AF_INET, SOCK_DGRAM, socket = 2, 2, Socket

    @staticmethod
    def getaddrinfo(host, port):
        return [(2, 2, 0, "", (host, port))]


def fresh():
    mdns.socket = Sockets
    Socket.inbox, Socket.sent, Socket.away = [], [], False
    finder = Finder("table-3f2a9c")
    same(finder.step(0), None)
    return finder


def name(labels):
    return b"".join([bytes((len(label),)) + label for label in labels]) + b"\0"


def record(labels, kind, data, family=1):
    return (
        (labels if isinstance(labels, bytes) else name(labels))
        + struct.pack(">HHIH", kind, family, 120, len(data))
        + data
    )


def answer(finder, *records, mark=None, flags=0x8400, questions=0):
    return (mark or finder._mark) + struct.pack(">HHHHH", flags, questions, len(records), 0, 0) + b"".join(records)


def srv(labels=NAME, port=1883, target=TARGET):
    return record(labels, 33, struct.pack(">HHH", 0, 0, port) + name(target), 0x8001)


def a(labels=TARGET, address=b"\xc0\xa8\1\x14", family=0x8001):
    return record(labels, 1, address, family)


def heard(finder, data):
    Socket.inbox = [data]
    return finder.step(1)


def test_it_asks_once_a_second_for_the_service_of_that_name():
    finder = fresh()
    for now in range(0, 2500, 20):
        finder.step(now)
    same(len(Socket.sent), 3)
    same(Socket.sent[0][2:], b"\0\0\0\1\0\0\0\0\0\0" + name(NAME) + b"\0\x21\0\1")
    same(len({data[:2] for data in Socket.sent}) > 1, True)
    before = Socket.closed
    finder.close()
    same(Socket.closed, before + 1)


def test_the_answer_gives_address_and_port_in_any_order_with_names_that_go_on_elsewhere():
    finder = fresh()
    same(heard(finder, answer(finder, srv(), a())), ("192.168.1.20", 1883))
    same(heard(finder, answer(finder, record(TARGET, 47, b"\0\1"), a(), srv(port=1884))), ("192.168.1.20", 1884))
    upper = [b"TABLE-3f2a9c", b"_MQTT", b"_tcp", b"Local"]
    same(heard(finder, answer(finder, srv(upper), a([b"Table-3F2A9C", b"local"]))), ("192.168.1.20", 1883))
    shared = name(NAME)  # at 12; "local" stands at 12 + 13 + 6 + 5
    target = b"\x0ctable-3f2a9c\xc0" + bytes((12 + 13 + 6 + 5,))
    question = shared + b"\0\x21\0\1"
    place = 12 + len(question) + 2 + 10 + 6
    packet = answer(
        finder, record(b"\xc0\x0c", 33, b"\0\0\0\0\7\x5b" + target), record(b"\xc0" + bytes((place,)), 1, b"\n\0\0\1")
    )
    packet = packet[:4] + b"\0\1" + packet[6:12] + question + packet[12:]
    same(heard(finder, packet), ("10.0.0.1", 1883))


def test_a_stranger_half_an_answer_and_another_question_are_nothing():
    finder = fresh()
    other = [b"table-aaaaaa", b"_mqtt", b"_tcp", b"local"]
    for packet in (
        answer(finder, srv(other), a()),
        answer(finder, srv()),
        answer(finder, a()),
        answer(finder, srv(port=0), a()),
        answer(finder, srv(), a([b"elsewhere", b"local"])),
        answer(finder, srv(), a(address=b"\1\2\3")),
        answer(finder, srv(), a(family=3)),
        answer(finder, srv(), a(), mark=b"\xff" + bytes((finder._mark[1] ^ 1,))),
        answer(finder, srv(), a(), flags=0x0400),
        answer(finder, srv(), a(), flags=0x8403),
        answer(finder, *[srv()] * 25),
    ):
        same(heard(finder, packet), None)
    whole = answer(finder, srv(), a())
    for size in range(len(whole)):
        same(heard(finder, whole[:size]), None, size)
    same(heard(finder, whole), ("192.168.1.20", 1883))


def test_names_that_lead_to_themselves_and_noise_end():
    finder = fresh()
    for loop in (b"\xc0\x0c", b"\x01a\xc0\x0c", b"\xc0\xff", b"\x3f"):
        same(heard(finder, answer(finder, loop + b"\0\1\0\1\0\0\0\0\0\4abcd")), None)
    number = 1
    for _ in range(300):
        noise = b""
        for _ in range(40):
            number = number * 1103515245 + 12345 & 0x7FFFFFFF
            noise += bytes((number >> 16 & 255,))
        same(heard(finder, finder._mark + b"\x84\0\0\0\0\2\0\0\0\0" + noise), None)


def test_without_a_network_it_waits_and_asks_again():
    finder = fresh()
    Socket.away = True
    same(finder.step(1000), None)
    Socket.away = False
    finder.step(2000)
    same(len(Socket.sent), 2)
