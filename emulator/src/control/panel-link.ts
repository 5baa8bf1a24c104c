/** A project page that the panel links to. `label` is its name in the panel's languages. */
export type PanelLink = {
  readonly url: string
  readonly label: { readonly en: string; readonly th?: string; readonly ja?: string }
}
