import { isLineHost } from './line-hosts.ts'
import { LINE_PREFIX } from './page-config.ts'

const QUOTE = `(?:["']|&quot;|&apos;|&#0*3[49];|&#x2[27];)`
const ADDRESS = String.raw`(?:https?:)?//([\w.-]+)`
/** Matches URLs to load, but not other texts, such as `a[href^="https://line.me"]`. */
const LOADED = new RegExp(String.raw`(\burl\(\s*${QUOTE}?|@import\s+${QUOTE})${ADDRESS}`, 'gi')
const IMAGE_SET = /image-set\((?:[^()]|\([^()]*\))*\)/gi
const QUOTED = new RegExp(`(${QUOTE})${ADDRESS}`, 'gi')
const CANDIDATE = new RegExp(String.raw`(^|[\s,])${ADDRESS}`, 'gi')

function replaced(text: string, pattern: RegExp, prefix: string): string {
  return text.replace(pattern, (whole, start: string, host: string) =>
    isLineHost(host.toLowerCase()) ? `${start}${prefix}${host}` : whole,
  )
}

/** A cheap check that avoids searching most texts for URLs. */
const mayNameLine = (text: string): boolean => /\/\/[\w.-]*lin/i.test(text)

/** Rewrites CSS to load resources on LINE's hosts, such as background images, from the emulator. */
export function rewriteCss(css: string, prefix: string = LINE_PREFIX): string {
  if (!mayNameLine(css)) return css
  return replaced(css, LOADED, prefix).replace(IMAGE_SET, set => replaced(set, QUOTED, prefix))
}

export function rewriteSrcset(candidates: string, prefix: string = LINE_PREFIX): string {
  return mayNameLine(candidates) ? replaced(candidates, CANDIDATE, prefix) : candidates
}
