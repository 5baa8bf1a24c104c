import { describe, expect, test } from 'vitest'
import { verbs } from '#server/cli/verbs.ts'
import { organiser } from '#tests/kit/cli.ts'
import { eachTest, rowsOf, testServer } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const run = organiser(server)

const audit = () => rowsOf(server, 'audit')

describe('help', () => {
  test('lists every verb and explains each one', async () => {
    const overview = await run('--help')
    for (const verb of verbs) {
      expect(overview.out).toContain(verb.name)
      const own = await run(...verb.name.split(' '), '--help')
      expect([own.code, own.out]).toEqual([0, expect.stringContaining(`npm run campaign -- ${verb.name}`)])
      const said = own.out.split('\n')[0]?.match(/--dry-run/g) ?? []
      expect([verb.name, said.length < 2]).toEqual([verb.name, true])
    }
    expect((await run()).out).toBe(overview.out)
    expect(await audit()).toEqual([])
  })

  test('a group’s help lists its verbs and no others', async () => {
    const { code, out } = await run('reward', '--help')
    const named = out.split('\n').flatMap(line => /^ {2}(\w+ \w+) {2}/.exec(line)?.[1] ?? [])
    expect([code, named]).toEqual([0, ['reward stock', 'reward set', 'reward pin']])
  })

  test('can be asked for with `help`, --help and -h', async () => {
    for (const words of [[], ['reward'], ['audit'], ['receipts', 'approve'], ['doctor']]) {
      const { code, out } = await run('help', ...words)
      expect([words, code, out]).toEqual([words, 0, (await run(...words, '--help')).out])
      expect((await run(...words, '-h')).out).toBe(out)
    }
    expect((await run('help', 'doctor')).out).toContain('See also: doctor live')
    const { out } = await run('help')
    expect(out).toContain(`${verbs.length} verbs.`)
    const groups = /lists the verbs of a group:\n(.+)\.\n/.exec(out)?.[1]?.split(', ') ?? []
    for (const group of groups) expect([group, (await run('help', group)).code]).toEqual([group, 0])
    expect(groups).toContain('receipts')
  })

  test('marks names and results with colours where the output has them', async () => {
    const paint = (text: string, style: string) => `<${style}>${text}</>`
    const painted = organiser(server, [], { paintOut: paint, paintErr: paint })
    expect((await painted('help', 'reward')).out).toContain('  <heading>reward stock</>  ')
    const { out } = await painted('doctor')
    expect(out).toMatch(/^<good>ok<\/> {4}lists: /m)
    expect(out).toMatch(/^<warning>warn<\/> {2}staff PIN: /m)
    expect((await painted('frobnicate')).err).toMatch(/^<error>Unknown verb/)
    const json = await painted('audit', 'verify', '--json')
    expect(JSON.parse(json.out)).toMatchObject({ level: 'ok' })
    expect(JSON.parse((await painted('frobnicate', '--json')).err)).toHaveProperty('error')
  })

  test.each([
    [['frobnicate'], 'Unknown verb "frobnicate"'],
    [['receipts', 'praise'], 'Unknown verb "receipts praise"'],
    [['reward'], 'did you mean: reward stock, reward set, reward pin'],
    [['recipts', 'list'], 'did you mean: receipts list\n'],
    [['receipts', 'aprove'], 'did you mean: receipts approve\n'],
    [['docter'], 'did you mean: doctor\n'],
    [
      ['custmer', '--help'],
      'did you mean: customer show, customer erase, customer block, customer birthday, customer unblock, customer export\n',
    ],
    [['frobnicate', '--help'], 'Unknown verb "frobnicate"\n'],
    [['reward', 'stock', 'gift'], 'Usage: reward stock TYPE N'],
    [['open', '--loudly'], "Unknown option '--loudly'.\n"],
    [['draw', 'seal', '--dryrun'], "Unknown option '--dryrun'; did you mean: --dry-run.\nUsage: draw seal"],
    [['receipts', 'list', '--staus', 'void'], 'did you mean: --status.'],
    [['receipts', 'list', '--jsno'], 'did you mean: --json.'],
    [['help', 'recipts'], 'did you mean: receipts list, receipts show'],
    [['help', 'receipts', 'aprove'], 'did you mean: receipts approve\n'],
  ])('exits with 2 for %j', async (argv, message) => {
    const { code, out, err } = await run(...argv)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(message)
    expect(await audit()).toEqual([])
  })
})
