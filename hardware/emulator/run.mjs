// node run.mjs rom.bin flash.bin STATE.json [cut-at-instruction [port]]   UART0 <-> standard input and output, flash kept
//
// The RP2040 image in rp2040js, with the wires of hardware/wiring: an MFRC522 with an empty field on zone 0, WS2812 LEDs on
// GP22, a host on the USB that only says hello. STATE.json holds what was seen of them; it is written twice a second.
// With a port, UART1 is a modem (modem/socket.py): the socket that the chip opens is a real one, to that port of this machine.
import fs from 'fs';
import net from 'net';
import { Simulator, USBCDC, ConsoleLogger, LogLevel } from 'rp2040js';
const [, , romf, flashf, statef, cut, port] = process.argv, MB2 = 2 << 20;
const mcu = new Simulator().rp2040, core = mcu.core, clock = mcu.clock;
const r = fs.readFileSync(romf), rom = new Uint32Array(4096); rom.set(new Uint32Array(r.buffer, r.byteOffset, r.length >> 2));
mcu.loadBootrom(rom); mcu.logger = new ConsoleLogger(LogLevel.Error); mcu.flash.set(fs.readFileSync(flashf), 0);
for (const u of mcu.uart) {                       // PL011: TXRIS latches on a write, clears by ICR
  u.checkInterrupts = function () { this.rp2040.setInterrupt(this.irq, !!(this.interruptStatus & this.interruptMask)); };
  const w = u.writeUint32.bind(u);
  u.writeUint32 = (o, v) => { w(o, v); if (o === 0) { u.interruptStatus |= 1 << 5; u.checkInterrupts(); } };
}
const seen = { usb: false, text: '', bits: 0, high: [1e9, 0, 1e9, 0], frame: '', readers: 0, instructions: 0 };
const cdc = new USBCDC(mcu.usbCtrl);              // the board's own USB: the handshake, and what Python prints
cdc.onDeviceConnected = () => { seen.usb = true; };
cdc.onSerialData = (v) => { seen.text = (seen.text + Buffer.from(v).toString('latin1')).slice(-2000); };
let rise = 0, last = 0, bits = '';                // WS2812: a long high is a one, 50 us of low end the picture
mcu.gpio[22].addListener((s) => {
  const t = clock.nanos;
  if (s === 1) { if (bits && t - last > 50000) bits = ''; rise = t; return; }
  if (!rise) return;
  const h = t - rise, one = h > 600; last = t; bits += one ? '1' : '0'; seen.bits++;
  const at = one ? 2 : 0; seen.high[at] = Math.min(seen.high[at], h); seen.high[at + 1] = Math.max(seen.high[at + 1], h);
  seen.frame = bits;
});
const reg = new Uint8Array(64); reg[0x37] = 0x92; // MFRC522 behind GP17, reset on GP2: registers, and a timer that ends
let select = 1, addr = null;
mcu.gpio[17].addListener((s) => { select = s; addr = null; });
mcu.gpio[2].addListener((s) => { if (s !== 1) reg.fill(0, 0, 0x37); });
mcu.spi[0].onTransmit = (v) => {
  let out = 0;
  if (select !== 0) out = 0xff;
  else if (addr === null) addr = v;
  else if (addr & 0x80) { out = reg[(addr >> 1) & 63]; addr = v; }
  else {
    const a = (addr >> 1) & 63;
    if (a === 4) reg[4] &= ~v; else reg[a] = v;
    if (a === 0x0d && v & 0x80) { reg[4] |= 1; seen.readers++; }   // StartSend: nobody answers, the timer runs out
  }
  mcu.spi[0].completeTransmit(out);
};
const save = (rc) => { fs.writeFileSync(flashf, Buffer.from(mcu.flash.buffer, 0, MB2)); report(); process.exit(rc); };
const report = () => { fs.writeFileSync(statef + '.new', JSON.stringify(seen)); fs.renameSync(statef + '.new', statef); };
mcu.gpio[12].setInputValue(true); mcu.gpio[13].setInputValue(true);
const inbox = [];
process.stdin.on('data', (d) => { if (mcu.uart[0].ctrlRegister & 1) for (const b of d) inbox.push(b); });  // nobody listens yet
process.stdin.on('end', () => save(0)); process.on('SIGTERM', () => save(0));
const ESC = 0xdb, radio = []; let peer = null, escaped = false, words = [];
const hangUp = () => { if (peer) { peer.destroy(); peer = null; } };
const dial = () => {
  hangUp(); radio.length = 0; const one = peer = net.connect(Number(port), '127.0.0.1'); one.setNoDelay(true);
  one.on('connect', () => { if (one === peer) radio.push(ESC, 99); });
  one.on('data', (d) => { if (one === peer) for (const b of d) { if (b === ESC) radio.push(ESC); radio.push(b); } });
  one.on('error', () => {}); one.on('close', () => { if (one === peer) { radio.push(ESC, 120); peer = null; } });
};
if (port) mcu.uart[1].onByte = (b) => {
  if (!escaped) { if (b === ESC) escaped = true; else words.push(b); return; }
  escaped = false;
  if (b === 99) dial(); else if (b === 120) hangUp(); else words.push(b);
};
let outbox = []; mcu.uart[0].onByte = (b) => outbox.push(b);
let n = 0, fed = 0, aired = 0; const t0 = performance.now(), ahead = () => clock.nanos / 1e6 - (performance.now() - t0); const stop = Number(cut || 0); core.PC = 0x10000000; setInterval(report, 500);
function slice() {
  for (let i = 0; i < 50000; i++) {
    if (core.waiting) { const d = clock.nanosToNextAlarm; clock.tick(d > 0 ? Math.min(d, 1e5) : 1e5); if (i % 16 === 0 && !inbox.length && !radio.length && ahead() > 0) break; }
    else { clock.tick(core.executeInstruction() * 8); if (++n === stop) save(9); }              // power cut
    if (inbox.length && clock.nanos - fed > 87000) { fed = clock.nanos; mcu.uart[0].feedByte(inbox.shift()); }  // 115200 baud
    if (radio.length && clock.nanos - aired > 10000) { aired = clock.nanos; mcu.uart[1].feedByte(radio.shift()); }  // a million
  }
  seen.instructions = n;
  if (outbox.length) { process.stdout.write(Buffer.from(outbox)); outbox = []; }
  if (words.length) { if (peer) peer.write(Buffer.from(words)); words = []; }
  const early = ahead();                          // never faster than a real board; slower it is by itself
  if (early > 1) setTimeout(slice, Math.min(early, 5)); else setImmediate(slice);
}
slice();
