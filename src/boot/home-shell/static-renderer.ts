import type { ReactElement, ReactNode } from 'react'

type Props = Readonly<Record<string, unknown>> & { readonly children?: ReactNode }
type Host = { readonly type: string; readonly props: Props }

const SVG = 'http://www.w3.org/2000/svg'

/**
 * Renders React elements into the document without React DOM, and updates them on later calls. Reuses unchanged DOM
 * nodes, so that a press in progress and the focus are not lost. Calls components as functions, so they must not use
 * hooks. Ignores event handlers and refs, which React attaches during hydration.
 */
export function renderStatic(parent: Element, view: ReactNode): void {
  let current = parent.firstChild
  for (const wanted of hosts(view)) {
    const node =
      current !== null && fits(current, wanted)
        ? current
        : parent.insertBefore(createNode(wanted, parent), current)
    current = node.nextSibling
    if (typeof wanted === 'string') {
      if (node.nodeValue !== wanted) node.nodeValue = wanted
      continue
    }
    setAttributes(node as Element, wanted.props)
    renderStatic(node as Element, wanted.props.children)
  }
  while (current !== null) {
    const next: ChildNode | null = current.nextSibling
    current.remove()
    current = next
  }
}

function* hosts(view: ReactNode): Generator<string | Host> {
  if (view === null || view === undefined || typeof view === 'boolean' || view === '') return
  if (typeof view !== 'object') return yield String(view)
  if (Symbol.iterator in view) {
    for (const part of view) yield* hosts(part)
    return
  }
  const { type, props } = view as ReactElement<Props>
  if (typeof type === 'string') yield { type, props }
  else if (typeof type === 'function') yield* hosts((type as (props: Props) => ReactNode)(props))
  else yield* hosts(props.children)
}

const fits = (node: ChildNode, wanted: string | Host): boolean =>
  typeof wanted === 'string'
    ? node.nodeType === Node.TEXT_NODE
    : node.nodeName.toLowerCase() === wanted.type.toLowerCase()

function createNode(wanted: string | Host, parent: Element): Text | Element {
  if (typeof wanted === 'string') return document.createTextNode(wanted)
  const inSvg = wanted.type === 'svg' || parent.namespaceURI === SVG
  return inSvg ? document.createElementNS(SVG, wanted.type) : document.createElement(wanted.type)
}

const handledByReact = /^(on[A-Z].*|ref|children|suppressHydrationWarning)$/

function setAttributes(element: Element, props: Props): void {
  const wanted = new Map<string, string>()
  for (const [prop, value] of Object.entries(props)) {
    if (handledByReact.test(prop) || value === undefined || value === null) continue
    wanted.set(attributeOf(prop), prop === 'style' ? styleOf(value) : String(value))
  }
  for (const { name } of [...element.attributes]) {
    if (!wanted.has(name)) element.removeAttribute(name)
  }
  for (const [name, value] of wanted) {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value)
  }
}

const kebab = (name: string) => name.replace(/[A-Z]/g, upper => `-${upper.toLowerCase()}`)

function attributeOf(prop: string): string {
  if (prop === 'className') return 'class'
  if (prop === 'viewBox') return prop
  return prop.startsWith('stroke') ? kebab(prop) : prop.toLowerCase()
}

const styleOf = (style: object): string =>
  Object.entries(style)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${kebab(name)}:${typeof value === 'number' ? `${value}px` : value}`)
    .join(';')
