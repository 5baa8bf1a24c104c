import { PANEL_HOST } from '../phones.ts'
import { GUARD_SOURCE } from './guard.ts'

/** Directives that restrict where a page loads from or sends to. The emulator serves LINE from the app's own origin. */
const EXTENDED = /^(default|script|connect|img|frame|child|form|media|font|style)-/

const FOR_SCRIPTS = /^(default-src|script-src|script-src-elem)$/i

/** A hash would make browsers ignore 'unsafe-inline', so it is added only if inline scripts are not allowed already. */
function guardSources(sources: readonly string[]): readonly string[] {
  const hasNonce = sources.some(source => /^'nonce-/i.test(source))
  return sources.includes("'unsafe-inline'") && !hasNonce ? [] : [GUARD_SOURCE]
}

/** Browsers ignore the case of keywords, but not of nonces, hashes and paths. */
const inLowerCase = (source: string): string => (/^'[a-z-]+'$/i.test(source) ? source.toLowerCase() : source)

function extended(directive: string): string {
  const [name = '', ...given] = directive.split(/\s+/)
  const sources = given.map(inLowerCase).filter(source => source !== "'none'")
  if (!FOR_SCRIPTS.test(name)) return [name, ...new Set([...sources, "'self'"])].join(' ')
  const isStrict = sources.some(source => /^'(sha\d+-|strict-dynamic')/i.test(source))
  if (!isStrict) return [name, ...new Set([...sources, "'self'", ...guardSources(sources)])].join(' ')
  // The proxy changes inline scripts, so their hashes no longer match, and 'strict-dynamic' would block the shim. A
  // nonce would make browsers ignore 'unsafe-inline'. 'strict-dynamic' lets a trusted script load others from anywhere.
  const named = sources.filter(source => !/^'(nonce-|sha\d+-|strict-dynamic)/i.test(source))
  const anywhere = sources.includes("'strict-dynamic'") ? ['http:', 'https:'] : []
  return [name, ...new Set([...named, "'self'", "'unsafe-inline'", ...anywhere])].join(' ')
}

function withLine(policy: string): string[] {
  return policy
    .split(';')
    .map(directive => directive.trim())
    .filter(
      directive => directive !== '' && !/^(frame-ancestors|upgrade-insecure-requests)\b/i.test(directive),
    )
    .map(directive => (EXTENDED.test(directive.toLowerCase()) ? extended(directive) : directive))
}

export const headerPolicy = (header: string): string =>
  header
    .split(',')
    .map(policy => [...withLine(policy), `frame-ancestors 'self' http://${PANEL_HOST}:*`].join('; '))
    .join(', ')

const CONTENT = /(\scontent\s*=\s*)("[^"]*"|'[^']*'|[^\s>]+)/i

export const withMetaPolicy = (tag: string): string =>
  /\shttp-equiv\s*=\s*["']?\s*content-security-policy\b(?!-)/i.test(tag)
    ? tag.replace(
        CONTENT,
        (_, start: string, value: string) =>
          `${start}"${metaPolicy(value.replace(/^(["'])(.*)\1$/s, '$2'))}"`,
      )
    : tag

const metaPolicy = (value: string): string =>
  withLine(value.replace(/&quot;|&#34;/gi, '"').replace(/&apos;|&#0*39;|&#x27;/gi, "'"))
    .join('; ')
    .replaceAll('"', '&quot;')
