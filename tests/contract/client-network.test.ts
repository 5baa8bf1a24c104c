import { expect, test } from 'vitest'
import { networkOf } from '#server/http/client-network.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:443', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['[::ffff:192.0.2.7]:443', '192.0.2.7'],
  ['2001:db8:a:b:c:d:e:f', '2001:db8:a:b::/64'],
  ['2001:0DB8:000a:B::', '2001:db8:a:b::/64'],
  ['[2001:db8:a:b::1]', '2001:db8:a:b::/64'],
  ['[2001:db8:a:b::1]:443', '2001:db8:a:b::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['1:2:3:4:5:6:1.2.3.4', '1:2:3:4::/64'],
  ['192.0.2.700', null],
  ['192.0.2.7:x', null],
  ['[2001:db8::1', null],
  ['2001:db8::1]:443', null],
  ['unknown', null],
  ['', null],
])('counts %s as the network %s', (entry, network) => {
  expect(networkOf(entry)).toBe(network)
})
