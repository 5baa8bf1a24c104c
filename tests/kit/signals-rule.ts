/**
 * Returns the functions that read a signal's `.value` without calling `useApp()` or `useSignals()`. The `.value` of an
 * input or similar object does not count.
 */
export function unsubscribedReads(source: string): readonly string[] {
  return functionsOf(source)
    .filter(({ body }) => readsSignal(body) && !/\buse(App|Signals)\(\)/.test(body))
    .map(({ name }) => name)
}

const plainReads = /\b(target|currentTarget|reply|result|option|props|input|field)\.value\b/g

function readsSignal(body: string): boolean {
  return /\.value\b/.test(body.replace(plainReads, ''))
}

/** Returns a module's top-level functions. In formatted code, each starts and ends at the start of a line. */
function functionsOf(source: string): readonly { name: string; body: string }[] {
  const starts = /^(?:export )?(?:default )?(?:async )?(?:function (\w+)|const (\w+) = (?:async )?\()/gm
  return [...source.matchAll(starts)].map(match => {
    const rest = source.slice(match.index)
    const end = rest.search(/\n(?:\}|\)|[^\s})])/)
    const close = rest.search(/\n\}/)
    const body = rest.slice(0, match[1] === undefined ? end : close)
    return { name: match[1] ?? match[2] ?? '', body: body === '' ? rest : body }
  })
}
