import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Finds wording that reads like a translation. `npx tsx tools/prose.ts [PATH …]` prints the matches and the rate per
 * 1,000 words; `npm run check` limits the rate for the whole repository.
 */

type DialectPattern = { readonly pattern: RegExp; readonly instead: string }

export const dialect: readonly DialectPattern[] = [
  { pattern: /\banew\b/gi, instead: 'again' },
  { pattern: /\bmeanwhile\b|\bin the meantime\b/gi, instead: 'name what runs at the same time' },
  { pattern: /\b(?:who|what|which)(?:so)?ever\b|\bwherever\b/gi, instead: 'any, every, the user who …' },
  { pattern: /\b(?:no|some)body(?:'s| else)?\b/gi, instead: 'no user, another client, …' },
  { pattern: /\bbesides?\b/gi, instead: 'next to, in addition to, also' },
  { pattern: /\b(?:is|are|was|were) no (?!longer\b|more than\b|other\b)[a-z]+/gi, instead: 'is not a …' },
  { pattern: /\b[0-9]+ (?:to [0-9]+ )?signs\b|\bsigns? of (?:the )?text\b/gi, instead: 'characters' },
  { pattern: /\b(?:by|of) itself\b/gi, instead: 'automatically, on its own' },
  { pattern: /\b(?:is|are|was|were|be|been) told\b/gi, instead: 'notified, passed, shown' },
  { pattern: /\b(?:hears?|heard) (?:of|from)\b/gi, instead: 'is notified about' },
  {
    pattern:
      /\bwhat (?:is|was|it|they|one) (?:there|left|kept|known|new|waits|waiting|sent|asked|meant|said)\b/gi,
    instead: 'name the thing',
  },
  {
    pattern: /\bstands? (?:in|on|beside|there|behind|at|before|after|alone|as|where|for itself)\b/gi,
    instead: 'is in, appears, exists',
  },
  {
    pattern: /\b(?:lies?|lay|lain) (?:in|on|at|there|before|behind|beyond|ahead|under|within|aside)\b/gi,
    instead: 'is in, is stored in',
  },
  {
    pattern: /\b(?:has|have|had) (?:come|gone by)\b|\b(?:do|does|did) not come\b/gi,
    instead: 'loaded, arrived, failed to load',
  },
  {
    pattern: /\b(?:is|are|was|were|be) there (?:already|again|at once|now|yet|too)\b|\balready there\b/gi,
    instead: 'already exists',
  },
  {
    pattern:
      /\b(?:as|until|when|once|if|where|while) (?:it|they|he|that|this|one|React) (?:is|are) there\b/gi,
    instead: 'exists, has loaded',
  },
  {
    pattern:
      /\bwho(?:m)? (?:leaves|waits|asks|calls|signs|opens|writes|sends|comes|is asked|knows|reads|uses)\b/gi,
    instead: 'the user who …',
  },
  {
    pattern:
      /(?:^|[.;:] )(?:What|Who) (?!is (?:new|wrong)\b|to do\b|we\b|happens|happened|changed|changes\b)[a-z]+ (?:[^?.;]*)[.;](?= |$)/gm,
    instead: 'name the subject',
  },
  {
    pattern:
      /(?:^|[.;:] )Where [a-z]+ (?:is|are|was|were|has|have|had|does|do|did|cannot|can|could|may|must|will)\b[^?\n]*[.,]/gm,
    instead: 'if',
  },
  {
    pattern:
      /, where (?:it|they|that|this|none|nothing|one|there) (?:is|are|was|has|have|does|do|cannot|can)\b|\bnull where\b|\bundefined where\b/gi,
    instead: 'if',
  },
  {
    pattern: /\b(?:asks?|asked) (?:for )?(?:once more|again|after)\b|\basked for\b/gi,
    instead: 'requested, retried',
  },
  { pattern: /\bfor ever\b/gi, instead: 'forever, permanently' },
  { pattern: /\bof (?:ours|one's own|the moment|theirs)\b/gi, instead: 'our, current' },
  { pattern: /\b(?:of|with|by) (?:its|their) own accord\b/gi, instead: 'automatically' },
  {
    pattern: /\bto be had\b|\bat hand\b|\bin vain\b|\bat an end\b|\bcomes? to an end\b/gi,
    instead: 'available, ends',
  },
  { pattern: /\bdoes? without\b|\bgo(?:es)? without\b/gi, instead: 'does not need' },
  { pattern: /\b(?:goes|going|go|went|gone) on\b/gi, instead: 'continues' },
  {
    pattern: /\b(?:is|are|was|were) (?:over|gone|done) (?:with|everywhere|by)\b/gi,
    instead: 'has ended, expired',
  },
  { pattern: /\btakes? (?:away|out of the way)\b|\bmakes? away\b/gi, instead: 'removes' },
  { pattern: /\b(?:mends?|mended|heals?|healing)\b/gi, instead: 'fix, repair, reopen' },
  { pattern: /\b(?:shelf|memo)\b/gi, instead: 'storage' },
  {
    pattern:
      /\bnone (?:is|are|was) (?:there|left|known)\b|\bnothing (?:is|was) (?:there|left|known|kept)\b|\bthere is nothing\b/gi,
    instead: 'empty, missing',
  },
  { pattern: /\bthe (?:one|ones) (?:that|who|which) (?:is|are|was|were|has|have)\b/gi, instead: 'name it' },
  {
    pattern:
      /\b(?:as|so) (?:long|soon|often) as (?:it|they|there|nothing|one) (?:is|are|does|do|can|has)\b/gi,
    instead: 'while, when',
  },
  { pattern: /\bin words\b|\bword by word\b|\bin its stead\b/gi, instead: 'as text' },
  { pattern: /\bhence\b|\bthereby\b|\bthereof\b|\btherein\b|\bwherein\b|\bwhereby\b/gi, instead: 'so, by' },
  { pattern: /\belse'?s?,? (?:it|they|the|a|each|this|that)\b(?= )/gi, instead: 'otherwise' },
]

export type Prose = { readonly line: number; readonly text: string }

const latin = /[A-Za-z]{2}/
const lineOf = (source: string, index: number) => source.slice(0, index).split('\n').length

// Strings come first in the alternation, so that `//` inside a URL does not start a comment.
const token =
  /(?<string>'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")|(?<template>`(?:[^`\\]|\\[\s\S])*`)|(?<block>\/\*[\s\S]*?\*\/)|(?<line>(?<![:\\])\/\/[^\n]*)/g

export function commentDensityOf(source: string): { readonly words: number; readonly lines: number } {
  let words = 0
  const code = source.replace(token, (match, _string, _template, block, line) => {
    if (block === undefined && line === undefined) return match
    words += match.match(/[A-Za-z0-9][\w'’.-]*/g)?.length ?? 0
    return ''
  })
  return { words, lines: code.split('\n').filter(text => text.trim() !== '').length }
}

/** Returns comments, test titles, and quoted sentences of four words or more. */
export function proseOfCode(source: string): Prose[] {
  const found: Prose[] = []
  const add = (index: number, text: string) => {
    if (latin.test(text)) found.push({ line: lineOf(source, index), text })
  }
  let previousLineComment: { end: number; at: number } | null = null
  for (const match of source.matchAll(token)) {
    const { string, template, block, line } = match.groups ?? {}
    if (block !== undefined) add(match.index, block.replace(/^\/\*+|\*+\/$/g, '').replace(/\n\s*\*/g, ' '))
    else if (line !== undefined) {
      const text = line.replace(/^\/\/+/, '')
      const joins =
        previousLineComment && /^\s*\n\s*$/.test(source.slice(previousLineComment.end, match.index))
      const last = joins ? found[previousLineComment?.at ?? -1] : undefined
      if (last) found[found.length - 1] = { line: last.line, text: `${last.text}${text}` }
      else add(match.index, text)
      previousLineComment = { end: match.index + line.length, at: found.length - 1 }
    } else {
      const text = (string ?? template ?? '')
        .slice(1, -1)
        .replace(/\$\{[^}]*\}/g, 'X')
        .replace(/\\n/g, '\n')
      if ((text.match(/[A-Za-z']+/g)?.length ?? 0) >= 4 && / /.test(text)) add(match.index, text)
    }
  }
  return found
}

/** Returns the text without code, link targets and HTML tags. */
export function proseOfMarkdown(source: string): Prose[] {
  const blank = (text: string) => text.replace(/[^\n]/g, ' ')
  const text = source
    .replace(/```[\s\S]*?```/g, blank)
    .replace(/`[^`\n]*`/g, span => 'X'.padEnd(span.length))
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/<[^>]*>/g, blank)
  return text
    .split('\n')
    .flatMap((line, index) => (latin.test(line) ? [{ line: index + 1, text: line }] : []))
}

const proseOf = (path: string, source: string): Prose[] => {
  if (extname(path) === '.md') return proseOfMarkdown(source)
  if (extname(path) === '.html')
    return [...source.matchAll(/<!--([\s\S]*?)-->/g)].map(match => ({
      line: lineOf(source, match.index),
      text: match[1] ?? '',
    }))
  return proseOfCode(source)
}

export type Match = { readonly line: number; readonly words: string; readonly instead: string }

export function dialectIn({ line, text }: Prose): Match[] {
  return dialect.flatMap(({ pattern, instead }) =>
    [...text.matchAll(pattern)].map(match => ({ line, words: match[0].trim().slice(0, 80), instead })),
  )
}

export type Report = {
  readonly words: number
  readonly matches: readonly (Match & { readonly path: string })[]
}

export function reportOn(paths: readonly string[]): Report {
  let words = 0
  const matches = paths.flatMap(path => {
    const prose = proseOf(path, readFileSync(path, 'utf8'))
    for (const { text } of prose) words += text.match(/[A-Za-z][A-Za-z']*/g)?.length ?? 0
    return prose.flatMap(dialectIn).map(match => ({ ...match, path }))
  })
  return { words, matches }
}

/** Files that must quote the patterns, and the text of the licence. */
const exempt = /^(?:tools\/prose\.ts|tests\/unit\/prose\.test\.ts|docs\/glossary\.md|LICENSE)$/

export function prosePaths(under: readonly string[] = []): string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...under], {
    encoding: 'utf8',
  })
  return listed
    .split('\n')
    .filter(path => /\.(?:tsx?|mts|mjs|css|md|html|vue)$/.test(path) && !exempt.test(path))
}

export const rateOf = ({ words, matches }: Report): number =>
  words === 0 ? 0 : (matches.length * 1000) / words

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const report = reportOn(prosePaths(process.argv.slice(2)))
  for (const { path, line, words, instead } of report.matches)
    process.stdout.write(`${path}:${line}: "${words}" (${instead})\n`)
  process.stdout.write(
    `${report.matches.length} in ${report.words} words: ${rateOf(report).toFixed(2)} per 1,000\n`,
  )
}
