/** Over everything of the app's, whatever it does with z-index. */
const OVER_THE_APP =
  'position:fixed;inset:0;width:100%;height:100%;border:0;margin:0;padding:0;background:#fff;z-index:2147483647'

/** Puts an element over the page, in the top layer also above a dialog of the app's. */
export function showOverlay(element: HTMLElement): void {
  element.style.cssText = OVER_THE_APP
  if ('popover' in element) element.popover = 'manual'
  document.body.append(element)
  if ('showPopover' in element) element.showPopover()
}
