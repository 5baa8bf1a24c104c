import { readFileSync } from 'node:fs'
import * as v from 'valibot'

const text = v.pipe(v.string(), v.nonEmpty())
const words = v.pipe(v.array(text), v.nonEmpty())

/**
 * A public repository, its documented install and start commands, and the requests to LINE that show that it works. In
 * commands, `env` and `open`, these are replaced: `{port}`, `{url}` (the emulator), `{liffId}`, `{loginId}`,
 * `{loginSecret}`, `{channelId}`, `{channelSecret}` and `{accessToken}`.
 */
const strangerSchema = v.strictObject({
  /** Unique; `--only` matches a part of it. */
  name: text,
  /** `owner/name` on GitHub. The snapshot is the git repository in the folder `owner+name`. */
  repository: v.pipe(v.string(), v.regex(/^[\w.-]+\/[\w.-]+$/, 'must be owner/name')),
  commit: v.pipe(v.string(), v.regex(/^[0-9a-f]{40}$/, 'must be 40 hexadecimal digits')),
  kind: v.picklist(['LIFF app', 'bot', 'login']),
  stack: text,
  /** The folder to install and start. */
  folder: v.optional(text, '.'),
  /** Programs that must be installed, such as `php`. */
  programs: v.optional(v.array(text), []),
  install: v.optional(v.array(words), []),
  /** Without it, the app is the static files in `files`. */
  start: v.optional(words),
  files: v.optional(text, '.'),
  /** Environment variables that the repository's documents ask for. */
  env: v.optional(v.record(text, v.string()), {}),
  /** A fixed port. Without it, the program gets a free one as `{port}`. */
  port: v.optional(v.pipe(v.number(), v.integer())),
  liffId: v.optional(text, '2000000001-Campaign'),
  /** The path of the bot's webhook, and the user's message. */
  webhook: v.optional(text),
  say: v.optional(text, 'hello'),
  /** The path to open in the browser. Without it, a LIFF app is opened by its LINE link. */
  open: v.optional(text),
  /** Selectors to click, one after the other. */
  click: v.optional(v.array(text), []),
  /** Requests to LINE that must succeed, such as `POST api.line.me/v2/bot/message/reply`. */
  exchange: words,
  /** Why it is known to fail. */
  limit: v.optional(text),
})

export type Stranger = v.InferOutput<typeof strangerSchema>

/** Throws an error with the path of the wrong field. */
export function readList(file: string): readonly Stranger[] {
  const parsed = v.safeParse(v.array(strangerSchema), JSON.parse(readFileSync(file, 'utf8')))
  if (!parsed.success) {
    const [issue] = parsed.issues
    throw new Error(`${v.getDotPath(issue) ?? 'the list'}: ${issue.message}`)
  }
  const names = parsed.output.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new Error(`name: "${twice}" occurs twice`)
  return parsed.output
}
