import type { CDPSession, Page } from '@playwright/test'

type Tree = Awaited<ReturnType<typeof treeOf>>
type Node = Tree[number]

const treeOf = async (session: CDPSession) => (await session.send('Accessibility.getFullAXTree')).nodes

const controls: ReadonlySet<string> = new Set([
  ...([
    'button',
    'link',
    'checkbox',
    'switch',
    'radio',
    'slider',
    'combobox',
    'textbox',
    'searchbox',
  ] as const),
  ...(['spinbutton', 'tab', 'menuitem', 'option', 'listbox', 'radiogroup', 'DisclosureTriangle'] as const),
])
/** Where a control of each role keeps its state: in its `checked` property or in its value. */
const states: Readonly<Record<string, 'checked' | 'value'>> = {
  checkbox: 'checked',
  switch: 'checked',
  radio: 'checked',
  slider: 'value',
  combobox: 'value',
}

const textOf = (given: { readonly value?: unknown } | undefined): string => String(given?.value ?? '').trim()
const plain = (text: string): string => text.replace(/[\s\u200b\u2060]+/g, '')

/**
 * Returns a description of each control that a screen reader announces without a name, without its value, or with a
 * name that lacks part of its visible text (WCAG 2.5.3, 4.1.2).
 */
export async function unheard(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  try {
    const nodes = await treeOf(session)
    const byId = new Map(nodes.map(node => [node.nodeId, node]))
    return nodes
      .filter(node => !node.ignored && controls.has(textOf(node.role)))
      .flatMap(node => problemsOf(node, byId))
  } finally {
    await session.detach()
  }
}

function problemsOf(node: Node, byId: ReadonlyMap<string, Node>): string[] {
  const role = textOf(node.role)
  const name = textOf(node.name)
  if (name === '') return [`a ${role} without a name`]
  const state = states[role]
  const isSaid =
    state === undefined ||
    (state === 'value'
      ? textOf(node.value) !== ''
      : node.properties?.some(one => one.name === 'checked' && one.value.value !== undefined))
  if (!isSaid) return [`the ${role} «${name}» does not say its value`]
  if (role !== 'button' && role !== 'link') return []
  const heard = plain(name)
  const missing = textsIn(node, byId).filter(text => !heard.includes(plain(text)))
  return missing.length === 0 ? [] : [`the ${role} «${name}» does not say «${missing.join(' ')}»`]
}

function textsIn(node: Node, byId: ReadonlyMap<string, Node>): string[] {
  if (textOf(node.role) === 'StaticText') return node.ignored ? [] : [textOf(node.name)]
  return (node.childIds ?? []).flatMap(id => {
    const child = byId.get(id)
    return child ? textsIn(child, byId) : []
  })
}
