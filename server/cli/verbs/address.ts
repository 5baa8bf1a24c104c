import { checkAddress, INVENTED } from '#server/cli/check-address.ts'
import type { BaseContext, Outcome, Verb } from '#server/cli/verb.ts'

export const addressVerbs: readonly Verb[] = [
  {
    name: 'address',
    usage: 'URL [--metrics-port PORT]',
    summary: 'Show which client address the running server uses, and whether TRUST_PROXY is right.',
    help: [
      'Sends a request with a forged address to the campaign’s public URL, through all proxies, and asks the server on its',
      'metrics port how the request arrived. Run it on the server’s machine (in a container: inside it). PORT is the',
      'server’s METRICS_PORT (9464 if not given).',
      '',
      'Example: address https://campaign.example',
    ],
    mode: 'without-campaign',
    run: check,
  },
]

async function check(context: BaseContext): Promise<Outcome> {
  const { url, arrival, ok, advice } = await checkAddress(context.args[0] ?? '', context)
  const { forwardedFor, connection, believed, trustProxy } = arrival
  const rows: readonly (readonly [string, string])[] = [
    ['request', `GET ${url}, X-Forwarded-For: ${INVENTED} (forged)`],
    ['X-Forwarded-For on arrival', forwardedFor.join(', ') || 'none'],
    ['connection from', connection],
    ['TRUST_PROXY', String(trustProxy)],
    ['the server believes', believed],
  ]
  return {
    lines: [...rows.map(([label, value]) => `${label.padEnd(28)}${value}`), '', advice],
    data: { ...arrival, ok, advice },
    detail: {},
    failed: !ok,
  }
}
