import type { MailSettings } from '#server/deps.ts'

const TIMEOUT_MS = 10_000

type Mail = {
  /** Used for the Message-ID, so that mail clients show duplicates only once. */
  readonly id: string
  readonly to: string
  readonly at: Date
  readonly subject: string
  readonly text: string
}

export async function sendMail(settings: MailSettings, { id, to, at, subject, text }: Mail): Promise<void> {
  // Imported lazily, because a server without mail does not need it.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(transportOptions(settings))
  const { from } = settings
  try {
    await transport.sendMail({
      from,
      to,
      subject,
      text,
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

/** Uses either TLS from the first byte or STARTTLS, which only a local server may lack. */
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
