const OVERLAY_STYLE =
  'position:fixed;inset:0;width:100%;height:100%;border:0;margin:0;padding:0;background:#fff;z-index:2147483647'

/** Shows an element above the page. As a popover, it also covers the app's modal dialogs. */
export function showOverlay(element: HTMLElement): void {
  element.style.cssText = OVERLAY_STYLE
  if ('popover' in element) element.popover = 'manual'
  document.body.append(element)
  if ('showPopover' in element) element.showPopover()
}
