/** Shows an image, which was asked for, in the place of the button that stood for it. */
export function becomeImage(button: HTMLElement, data: string): void {
	const image = document.createElement('img');
	image.alt = button.dataset.alt ?? '';
	image.src = data;
	button.replaceWith(image);
}
