/** Runs work without waiting for it. A failure goes to the page's console. */
export function background(work: Promise<unknown> | undefined): void {
	work?.catch((failure: unknown) => console.error(failure));
}
