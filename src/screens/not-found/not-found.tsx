/** Screen for every unknown path (spec S2). */
export { NotFoundPage as default } from '#src/ui/not-found-page.tsx'
