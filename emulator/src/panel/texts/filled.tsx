import { createElement, Fragment, type ReactNode } from 'react'

type FilledProps = {
  /** A sentence with placeholders such as `{id}`. */
  readonly text: string
  readonly values: Readonly<Record<string, ReactNode>>
}

/** Replaces placeholders with elements. Their order depends on the language. */
export function Filled({ text, values }: FilledProps) {
  const parts = text.split(/(\{\w+\})/).map(part => {
    const place = part.match(/^\{(\w+)\}$/)?.[1]
    return place === undefined ? part : values[place]
  })
  // The parts need no keys, because they are passed as arguments.
  return createElement(Fragment, null, ...parts)
}
