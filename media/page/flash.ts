/** Shows `words` as a button's tooltip for a moment. Resolves with false if the button is already showing words. */
export async function flash(button: HTMLElement, words: string): Promise<boolean> {
	if (button.dataset.said !== undefined) return false;
	button.dataset.said = words;
	await new Promise((resolve) => setTimeout(resolve, 1500));
	delete button.dataset.said;
	return true;
}
