import { rewriteCss, rewriteSrcset } from '../line-css.ts'
import { rewriteLineElements } from '../line-html.ts'
import { loadsSdk } from './line-html.ts'
import type { LineUrls } from './line-url.ts'
import { wrapSetter } from './wrap.ts'

type Mapping = (value: unknown, urls: LineUrls) => unknown

type LoadingProperty = {
  readonly type: { readonly prototype: Element }
  readonly property: string
  readonly mapping: Mapping
}

/** Properties that load a resource, named like the attributes. `navigation.ts` handles links. */
function loadingProperties(): LoadingProperty[] {
  const source: readonly [string, Mapping] = ['src', mappedValue]
  const srcset: readonly [string, Mapping] = ['srcset', mappedSrcset]
  const all: readonly (readonly [LoadingProperty['type'], ...(readonly [string, Mapping])[]])[] = [
    [HTMLScriptElement, source],
    [HTMLImageElement, source, srcset],
    [HTMLSourceElement, source, srcset],
    [HTMLMediaElement, source],
    [HTMLVideoElement, ['poster', mappedValue]],
    [HTMLTrackElement, source],
    [HTMLInputElement, source],
    [HTMLEmbedElement, source],
    [HTMLObjectElement, ['data', mappedValue]],
    [HTMLIFrameElement, source, ['srcdoc', mappedHtml]],
    [HTMLLinkElement, ['href', mappedValue], ['imageSrcset', mappedSrcset]],
    [SVGImageElement, ['href', mappedValue], ['xlink:href', mappedValue]],
    [SVGUseElement, ['href', mappedValue], ['xlink:href', mappedValue]],
    [SVGFEImageElement, ['href', mappedValue], ['xlink:href', mappedValue]],
    [Element, ['style', mappedStyle]],
  ]
  return all.flatMap(([type, ...properties]) =>
    properties.map(([property, mapping]) => ({ type, property, mapping })),
  )
}

export function installElements(urls: LineUrls): void {
  const loading = loadingProperties()
  const dropIntegrity = (owner: unknown) => dropSdkIntegrity(owner as Element, urls)
  for (const { type, property, mapping } of loading)
    wrapSetter(type.prototype, property, value => mapping(value, urls), dropIntegrity)
  wrapSetter(HTMLScriptElement.prototype, 'integrity', value => value, dropIntegrity)
  if (typeof SVGAnimatedString === 'function')
    wrapSetter(SVGAnimatedString.prototype, 'baseVal', value => mappedValue(value, urls))
  const mapped = (element: Element, name: string, value: unknown): unknown => {
    const attribute = name.toLowerCase()
    const found = loading.find(
      ({ type, property }) => property.toLowerCase() === attribute && isInstance(element, type),
    )
    return found === undefined ? value : found.mapping(value, urls)
  }
  const { setAttribute, setAttributeNS } = Element.prototype
  Element.prototype.setAttribute = function (name: string, value: string): void {
    setAttribute.call(this, name, mapped(this, name, value) as string)
    dropSdkIntegrity(this, urls)
  }
  Element.prototype.setAttributeNS = function (namespace: string | null, name: string, value: string): void {
    setAttributeNS.call(this, namespace, name, mapped(this, name, value) as string)
  }
  window.addEventListener('error', event => retryImage(event, urls), true)
}

function isInstance(element: Element, type: LoadingProperty['type']): boolean {
  return Object.prototype.isPrototypeOf.call(type.prototype, element)
}

/** Returns any value that is not a LINE URL unchanged, such as a `TrustedScriptURL`. */
function mappedValue(value: unknown, { toLocal }: LineUrls): unknown {
  return toLocal(String(value)) ?? value
}

const mappedSrcset: Mapping = (value, { prefix }) =>
  typeof value === 'string' ? rewriteSrcset(value, prefix) : value
const mappedStyle: Mapping = (value, { prefix }) =>
  typeof value === 'string' ? rewriteCss(value, prefix) : value
const mappedHtml: Mapping = (value, { prefix }) =>
  typeof value === 'string' ? rewriteLineElements(value, prefix) : value

/** Removes the CDN file's hash, because the emulator's file differs. An app can set the hash before or after `src`. */
function dropSdkIntegrity(element: Element, urls: LineUrls): void {
  if (loadsSdk(element, urls)) element.removeAttribute('integrity')
}

/** If an image in the page's HTML, whose `src` no script has set, fails to load, points it to the emulator. */
function retryImage(event: Event, { toLocal }: LineUrls): void {
  const { target } = event
  if (!(target instanceof HTMLImageElement)) return
  const local = toLocal(target.src)
  if (local !== null) target.src = local
}
