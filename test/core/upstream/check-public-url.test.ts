import { describe, expect, it } from 'vitest'
import { checkPublicUrl } from '../../../src/core/upstream/public-url.ts'

const check = (url: string, allowLocal = false) =>
  checkPublicUrl(url, { allowLocal, name: 'The URL' })

describe('checkPublicUrl()', () => {
  it.each([
    ...['https://agent.example.com/stream', 'https://agent.example.com:8443/a?b=c'],
    ...['https://8.8.8.8/', 'https://[2606:4700::1111]/', 'https://localhost.example.com/'],
  ])('%s is accepted unchanged', (url) => {
    expect(check(url)).toBe(url)
  })

  it.each([
    ...['', 'agent', '/stream', 'ftp://agent.example.com', 'file:///etc/passwd', 'data:,x'],
    ...['http://agent.example.com', 'ws://agent.example.com', 'javascript:alert(1)'],
    ...['https://user@agent.example.com', 'https://user:pass@agent.example.com'],
    ...[
      'https://localhost',
      'https://LOCALHOST.:1',
      'https://a.localhost',
      'https://printer.local',
    ],
    ...['https://metadata.google.internal', 'https://router', 'https://a.home.arpa'],
    ...['https://127.0.0.1', 'https://127.1', 'https://0x7f.1', 'https://2130706433'],
    ...['https://0177.0.0.1', 'https://0', 'https://0.0.0.0', 'https://①②⑦.0.0.1'],
    ...['https://10.0.0.1', 'https://172.31.255.255', 'https://192.168.1.1', 'https://100.64.0.1'],
    ...[
      'https://169.254.169.254',
      'https://168.63.129.16',
      'https://192.0.2.1',
      'https://224.0.0.1',
    ],
    ...['https://255.255.255.255', 'https://198.18.0.1', 'https://240.0.0.1', 'https://127.0.0.1.'],
    ...[
      'https://[::1]',
      'https://[::]',
      'https://[fe80::1]',
      'https://[fd00::1]',
      'https://[ff02::1]',
    ],
    ...['https://[::ffff:127.0.0.1]', 'https://[::ffff:a00:1]', 'https://[64:ff9b::a00:1]'],
    ...['https://[64:ff9b:1::808:808]', 'https://[2002:a00:1::]', 'https://[2001::1]'],
    ...['https://[2001:db8::1]', 'https://[3fff::1]', 'https://[::7f00:1]', 'https://[fec0::1]'],
    ...['https://[100::1]', 'https://[5f00::1]', 'https://[::ffff:0:7f00:1]'],
    // A trailing dot, empty labels, and other names of this machine and its network.
    ...['https://localhost.', 'https://localhost..', 'https://a.localhost..', 'https://a..b.com'],
    ...['https://printer.local..', 'https://.com', 'https://localhost.localdomain'],
    ...[
      'https://host.docker.internal',
      'https://ip6-localhost',
      'https://nas.lan',
      'https://a.corp',
    ],
    // The same hosts in other spellings.
    ...['https://127%2e0%2e0%2e1', 'https://%6c%6f%63alhost', 'https://ⓛocalhost'],
    ...[
      'https://127。0。0。1',
      'https://017700000001',
      'https://0X7F000001',
      'https://127.0.0.1..',
    ],
    ...['https:127.0.0.1', 'https:\\\\127.0.0.1', 'https://127.0.0.1#@agent.example.com'],
    ...['https://agent.example.com@127.0.0.1', 'https://@127.1', ' https://127.0.0.1'],
    // IPv4 within IPv6: mapped, compatible, NAT64, 6to4, Teredo, ISATAP.
    ...['https://[0:0:0:0:0:ffff:7f00:1]', 'https://[::127.0.0.1]', 'https://[::ffff:0.0.0.0]'],
    ...['https://[::ffff:169.254.169.254]', 'https://[64:ff9b::169.254.169.254]'],
    ...['https://[2002:7f00:1::]', 'https://[2001:0:7f00:1::]'],
    ...['https://[2001:470:1f0b::5efe:7f00:1]', 'https://[2001:470:1f0b:0:200:5efe:a00:1]'],
    // Link-local with a zone, the metadata of clouds, carrier-grade NAT.
    ...['https://[fe80::1%25eth0]', 'https://[fe80::1%eth0]', 'https://[fd00:ec2::254]'],
    ...['https://100.100.100.200', 'https://100.127.255.254', 'https://192.0.0.192'],
    ...['https://192.88.99.1', 'https://0.1.2.3', 'https://198.51.100.1', 'https://203.0.113.1'],
    ...['https://agent.example.com:99999', 'blob:https://agent.example.com/', 'https://'],
  ])('%s is invalid', (url) => {
    expect(() => check(url)).toThrow(/^The URL must /)
  })

  it('with local agents, local and http addresses are accepted', () => {
    for (const url of ['http://127.0.0.1:8787/stream', 'https://[::1]/', 'http://router/']) {
      expect(check(url, true)).toBe(url)
    }
    for (const url of ['ftp://127.0.0.1', 'http://user@localhost']) {
      expect(() => check(url, true)).toThrow(/^The URL must/)
    }
  })

  it('the error never quotes the invalid address', () => {
    expect(() => check('https://agent.example.com:secret')).not.toThrow(/secret/)
    expect(() => check('https://user:secret@agent.example.com')).not.toThrow(/secret/)
  })
})
