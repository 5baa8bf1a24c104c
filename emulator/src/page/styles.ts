import { rewriteCss } from '../line-css.ts'
import { type Rewrite, wrapMethod } from './wrap.ts'

/** Style properties that may load a resource. Style objects also have these properties under their CSS names. */
const LOADING_PROPERTIES = [
  ...['background', 'backgroundImage', 'borderImage', 'borderImageSource', 'content', 'cursor'],
  ...['listStyle', 'listStyleImage', 'mask', 'maskImage', 'maskBorder', 'maskBorderSource'],
  ...['webkitMask', 'webkitMaskImage', 'webkitMaskBoxImage', 'webkitMaskBoxImageSource', 'webkitBorderImage'],
  ...['filter', 'backdropFilter', 'clipPath', 'shapeOutside', 'cssText'],
]

/** Methods that take CSS text. Some browsers do not have all of them. */
const METHODS: Readonly<Record<string, readonly string[]>> = {
  CSSStyleSheet: ['insertRule', 'addRule', 'replace', 'replaceSync'],
  CSSGroupingRule: ['insertRule'],
  CSSKeyframesRule: ['appendRule'],
  StylePropertyMap: ['set', 'append'],
}

/** Maps LINE URLs, such as background images, in styles that scripts set on elements, rules and style sheets. */
export function installStyles(prefix: string): void {
  const rewritten: Rewrite = value => (typeof value === 'string' ? rewriteCss(value, prefix) : value)
  wrapStyles(rewritten)
  for (const [owner, names] of Object.entries(METHODS)) {
    const { prototype } = (Reflect.get(window, owner) ?? {}) as { readonly prototype?: object }
    for (const name of names) wrapMethod(prototype, name, rewritten)
  }
  wrapMethod(Element.prototype, 'animate', keyframes => inKeyframes(keyframes, rewritten))
  watchStyles(prefix)
}

function wrapStyles(rewritten: Rewrite): void {
  const { prototype } = CSSStyleDeclaration
  // The shim may run before the document has any element. SVG documents need the namespace.
  const { style } = document.createElementNS('http://www.w3.org/1999/xhtml', 'div') as HTMLElement
  wrapMethod(prototype, 'setProperty', rewritten)
  for (const name of LOADING_PROPERTIES) {
    const css = name.replace(/^webkit/, '-webkit').replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
    const own = name === 'cssText' ? Object.getOwnPropertyDescriptor(prototype, name) : undefined
    if (own === undefined && !(name in style)) continue
    const accessor: PropertyDescriptor = {
      configurable: true,
      enumerable: true,
      get(this: CSSStyleDeclaration) {
        return own?.get ? own.get.call(this) : this.getPropertyValue(css)
      },
      set(this: CSSStyleDeclaration, value: unknown) {
        if (own?.set) own.set.call(this, rewritten(value))
        else this.setProperty(css, value === null ? '' : String(value))
      },
    }
    for (const key of name === 'cssText' ? [name] : [name, css])
      Object.defineProperty(prototype, key, accessor)
  }
}

/** Keyframes are either an object of lists or a list of objects. */
function inKeyframes(keyframes: unknown, rewritten: Rewrite): unknown {
  if (Array.isArray(keyframes)) return keyframes.map(one => inKeyframes(one, rewritten))
  if (typeof keyframes !== 'object' || keyframes === null) return rewritten(keyframes)
  const entries = Object.entries(keyframes)
  const plain = Object.getPrototypeOf(keyframes) === Object.prototype
  return plain
    ? Object.fromEntries(entries.map(([key, value]) => [key, inKeyframes(value, rewritten)]))
    : keyframes
}

/** Rewrites style elements and styles set in any other way, before the browser loads their images. */
function watchStyles(prefix: string): void {
  const observer = new MutationObserver(records => {
    for (const { type, target, addedNodes } of records) {
      if (type === 'attributes') rewriteStyleAttribute(target, prefix)
      else if (type === 'characterData' || isStyleElement(target)) rewriteStyleElement(target, prefix)
      for (const node of addedNodes) rewriteWithin(node, prefix)
    }
  })
  const observe = (root: Node) =>
    observer.observe(root, {
      subtree: true,
      childList: true,
      characterData: true,
      attributeFilter: ['style'],
    })
  observe(document)
  const { attachShadow } = Element.prototype
  Element.prototype.attachShadow = function (init: ShadowRootInit): ShadowRoot {
    const root = attachShadow.call(this, init)
    observe(root)
    return root
  }
}

const isStyleElement = (node: Node | null): node is Element =>
  node instanceof HTMLStyleElement || node instanceof SVGStyleElement

function rewriteWithin(node: Node, prefix: string): void {
  if (!(node instanceof Element)) return
  for (const style of [node, ...node.querySelectorAll('style')]) rewriteStyleElement(style, prefix)
  for (const styled of [node, ...node.querySelectorAll('[style*="//"]')])
    rewriteStyleAttribute(styled, prefix)
}

/** Changes the text nodes instead of the element's text, because the app may hold references to them. */
function rewriteStyleElement(node: Node, prefix: string): void {
  const style = isStyleElement(node) ? node : node.parentNode
  if (!isStyleElement(style)) return
  for (const child of style.childNodes) {
    if (!(child instanceof Text)) continue
    const css = rewriteCss(child.data, prefix)
    if (css !== child.data) child.data = css
  }
}

function rewriteStyleAttribute(node: Node, prefix: string): void {
  if (!(node instanceof Element)) return
  const style = node.getAttribute('style')
  const css = style === null ? null : rewriteCss(style, prefix)
  if (css !== null && css !== style) node.setAttribute('style', css)
}
