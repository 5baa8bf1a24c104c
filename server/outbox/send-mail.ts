import type { MailSettings } from '#server/deps.ts'

/** How long the mail server may take for each step, in milliseconds. */
const TIMEOUT_MS = 10_000

type Mail = {
  /** Becomes the Message-ID, so that mail programs show a mail that was sent twice once. */
  readonly id: string
  readonly to: string
  readonly at: Date
  readonly subject: string
  readonly text: string
}

/**
 * Sends a mail with the operator's SMTP server. Throws if the server does not take it; the error has no address, because it
 * goes into the log.
 */
export async function sendMail(settings: MailSettings, { id, to, at, subject, text }: Mail): Promise<void> {
  // Not a static import, because a server without mail does not need it.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(transportOptions(settings))
  const { from } = settings
  try {
    await transport.sendMail({
      ...{ from, to, subject, text },
      messageId: `<${id}@${from.split('@')[1]}>`,
      date: at,
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  } catch (error) {
    const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
    throw new Error(`SMTP: ${[code, responseCode].filter(Boolean).join(' ') || 'failed'}`)
  } finally {
    transport.close()
  }
}

/** Returns the connection's settings: TLS from the first byte or STARTTLS. Only a server on this machine may have neither. */
export function transportOptions({ smtpUrl }: Pick<MailSettings, 'smtpUrl'>) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const secure = protocol === 'smtps:'
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure && !isLocal,
    ...(username === ''
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  }
}
