import { anyFailed, checkLines } from '#server/cli/checks.ts'
import { checkLive } from '#server/cli/live/check-live.ts'
import { textOption, wholeNumber } from '#server/cli/options.ts'
import { readTextFile } from '#server/cli/text-file.ts'
import { type BaseContext, CliError, type Outcome, type Verb } from '#server/cli/verb.ts'

const PORTS = { min: 1, max: 65_535 }
const HTTP_PORT = 80

export const doctorLiveVerbs: readonly Verb[] = [
  {
    name: 'doctor live',
    usage: 'URL [--id-token FILE] [--http-port PORT] [--metrics-port PORT]',
    summary: 'Check the campaign at its public address and through all proxies, like a phone.',
    help: [
      'Checks the certificate and its days left, the redirect from http://, whether the server is ready and has this',
      'folder’s version and build, the security headers (each as the server sends it, and once), caching and compression,',
      'that metrics, settings and data cannot be fetched, the server’s clock, whether customers can forge their address',
      '(see `address`), and that a photo of 8 MB reaches the server. Each line shows what to do. A check that cannot be',
      'made here is marked "skip". Exits with 1 if a check fails.',
      '',
      '--id-token also signs in a test user who has joined, sends the photo in that session, and makes a backup and',
      'restores it, with this customer in it. FILE contains an ID token of LINE, which is valid for an hour: sign in with a',
      'desktop browser (`browser allow`), and copy the field idToken that it sends to /api/visit from its network log.',
      'The session is ended afterwards. PORT is the port of http:// (80), and the server’s METRICS_PORT (9464).',
      '',
      'Example: doctor live https://campaign.example --id-token token.txt',
    ],
    mode: 'without-campaign',
    run,
  },
]

async function run(context: BaseContext): Promise<Outcome> {
  const url = liveUrl(context.args[0] ?? '')
  const port = textOption(context, 'http-port')
  const file = textOption(context, 'id-token')
  const checks = await checkLive(url, context, {
    httpPort:
      port === undefined ? (url.port === '' ? HTTP_PORT : null) : wholeNumber(port, '--http-port', PORTS),
    idToken: file === undefined ? null : (await readTextFile(file)).trim(),
  })
  const failed = anyFailed(checks)
  const skipped = checks.filter(check => check.level === 'skip').length
  return {
    lines: [
      ...checkLines(checks),
      failed
        ? 'Correct what failed, then run this again.'
        : `Nothing failed${skipped > 0 ? `; ${skipped} checks were skipped` : ''}. Now open the campaign in LINE.`,
    ],
    data: { url: url.origin, good: !failed, checks },
    detail: {},
    failed,
  }
}

function liveUrl(text: string): URL {
  if (!/^https:\/\//.test(text) || !URL.canParse(text))
    throw new CliError(`"${text}": must start with https://`)
  return new URL(new URL(text).origin)
}
