/** Shows `words` as a button's tooltip for a moment. */
export async function flash(button: HTMLElement, words: string): Promise<void> {
	button.dataset.said = words;
	await new Promise((resolve) => setTimeout(resolve, 1500));
	delete button.dataset.said;
}
