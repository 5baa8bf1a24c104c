import { createElement, Fragment, type ReactNode } from 'react'

type FilledProps = {
  readonly text: string
  readonly values: Readonly<Record<string, ReactNode>>
}

/** Replaces placeholders with elements. The order of the elements depends on the language. */
export function Filled({ text, values }: FilledProps) {
  const parts = text.split(/(\{\w+\})/).map(part => {
    const place = part.match(/^\{(\w+)\}$/)?.[1]
    return place === undefined ? part : values[place]
  })
  // Passing the parts as arguments avoids the need for keys.
  return createElement(Fragment, null, ...parts)
}
