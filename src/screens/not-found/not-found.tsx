export { NotFoundPage as default } from '#src/ui/not-found-page.tsx'
