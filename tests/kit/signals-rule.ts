/**
 * Finds components that read a signal without subscribing to it: `.value` inside a function of a component file
 * whose body calls neither `useApp()` nor `useSignals()`. Reads of an input's own value are not signals.
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

/** The outermost functions of a module, by the braces of the formatter: each begins and ends at the line's start. */
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
