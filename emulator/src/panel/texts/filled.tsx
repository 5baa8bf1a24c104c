import { createElement, Fragment, type ReactNode } from 'react'

type FilledProps = {
  /** A sentence with places such as `{id}`. */
  readonly text: string
  /** What goes into each place. */
  readonly values: Readonly<Record<string, ReactNode>>
}

/** Shows a sentence with elements in its places. The order of the places depends on the language. */
export function Filled({ text, values }: FilledProps) {
  const parts = text.split(/(\{\w+\})/).map(part => {
    const place = part.match(/^\{(\w+)\}$/)?.[1]
    return place === undefined ? part : values[place]
  })
  // As arguments, the parts need no keys: their order is fixed.
  return createElement(Fragment, null, ...parts)
}
