import { readFileSync } from 'node:fs'
import * as v from 'valibot'

const text = v.pipe(v.string(), v.nonEmpty())
const words = v.pipe(v.array(text), v.nonEmpty())
const DEFAULT_LIFF_ID = '2000000001-Campaign'

/**
 * A public repository, how to install and start it according to its documents, and the requests to LINE that show that
 * it works. `{port}`, `{url}` (the emulator's address), `{liffId}`, `{loginId}`, `{loginSecret}`, `{channelId}`,
 * `{channelSecret}` and `{accessToken}` are placeholders in commands, `env` and `open`.
 */
const strangerSchema = v.strictObject({
  /** Unique. `--only` selects by a part of the name. */
  name: text,
  /** `owner/name` on GitHub. The snapshot is the git repository in the folder `owner+name`. */
  repository: v.pipe(v.string(), v.regex(/^[\w.-]+\/[\w.-]+$/, 'must be owner/name')),
  commit: v.pipe(v.string(), v.regex(/^[0-9a-f]{40}$/, 'must be 40 hexadecimal digits')),
  kind: v.picklist(['LIFF app', 'bot', 'login']),
  stack: text,
  /** The folder in the repository that is installed and started. */
  folder: v.optional(text, '.'),
  /** Programs that must be installed, such as `php`. */
  programs: v.optional(v.array(text), []),
  install: v.optional(v.array(words), []),
  /** The program and its arguments. If missing, the app is static: see `files`. */
  start: v.optional(words),
  /** If `start` is missing, the app consists of the static files in this folder. */
  files: v.optional(text, '.'),
  /** Environment variables that the repository's documentation asks for. */
  env: v.optional(v.record(text, v.string()), {}),
  /** The port on which the program always listens. Default: a free one, passed as `{port}`. */
  port: v.optional(v.pipe(v.number(), v.integer())),
  liffId: v.optional(text, DEFAULT_LIFF_ID),
  /** The ID of the user who writes to the bot, if the bot's code contains one. */
  userId: v.optional(text),
  /** The path of the bot's webhook, and the text that the user sends. */
  webhook: v.optional(text),
  say: v.optional(text, 'hello'),
  /** The path that the browser opens. Default: the LIFF app's LINE link. */
  open: v.optional(text),
  /** Selectors that the user then clicks, one after the other. */
  click: v.optional(v.array(text), []),
  /** Requests to LINE that must succeed (status 200 to 299), such as `POST api.line.me/v2/bot/message/reply`. */
  exchange: words,
  /**
   * The settings that the repository needed, in Markdown. Default: the names in `env`, and `--liff-id` if it is set.
   */
  needed: v.optional(text),
  /** Says why the repository is known to fail. */
  limit: v.optional(text),
  /**
   * Says why the repository cannot be built, for example because a dependency is no longer published. Excluded from the
   * counts.
   */
  unbuildable: v.optional(text),
})

export type Stranger = v.InferOutput<typeof strangerSchema>

/** Returns the settings that a stranger needed, in Markdown. */
export function neededBy({ needed, env, liffId }: Stranger): string {
  if (needed !== undefined) return needed
  const names = [...Object.keys(env), ...(liffId === DEFAULT_LIFF_ID ? [] : ['--liff-id'])]
  return names.length === 0 ? 'nothing' : names.map(name => `\`${name}\``).join(', ')
}

/** Reads the list in a folder of snapshots. Throws an error with the path of the invalid field. */
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
