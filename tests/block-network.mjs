// Loaded into every Node process of the test build: whatever reaches beyond this machine fails the build.
import dns from "node:dns";
import net from "node:net";

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;

function refuse(host) {
  throw new Error(`the build reached for the network: ${host}`);
}

const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function (...args) {
  const options = Array.isArray(args[0]) ? args[0][0] : args[0];
  const host = typeof options === "object" && options !== null ? options.host : args[1];
  const local = typeof options === "string" || options?.path !== undefined;
  if (!local && host !== undefined && !LOOPBACK.test(String(host))) refuse(host);
  return connect.apply(this, args);
};

for (const owner of [dns, dns.promises]) {
  const lookup = owner.lookup;
  owner.lookup = function (host, ...rest) {
    if (host && !LOOPBACK.test(host)) refuse(host);
    return lookup.call(this, host, ...rest);
  };
}
