import type { RequestAnswer } from '../../../src/platform/page/requests.ts';
import { background } from '../background.ts';
import { type Child, h, type VirtualElement } from '../draw.ts';
import { insert } from '../insert.ts';
import { hasLetterKeys } from '../keys.ts';
import { goTo } from '../navigation.ts';
import { type Complete, Completion } from './completion.ts';

type Tab = 'write' | 'preview';

interface TextBoxOptions {
	/** Asks the host for the text as HTML. */
	readonly preview: (text: string) => Promise<RequestAnswer<{ readonly html: string }>>;
	readonly complete: Complete;
	/** The user changed the text. */
	readonly changed: (text: string) => void;
	readonly redraw: () => void;
}

/** The labels of a box. */
interface BoxLabels {
	/** The name of the box for screen readers: `Comment`. */
	readonly label: string;
	readonly placeholder: string;
	/** The page keys that focus the box. */
	readonly keys?: string;
}

/** A field for Markdown, with a preview and with completion. */
export class MarkdownBox {
	readonly completion: Completion;
	readonly #options: TextBoxOptions;
	#tab: Tab = 'write';
	/** Safe HTML, or the reason why there is none. */
	#preview: { readonly html: string } | { readonly message: string } = { message: '' };
	/** Counts preview requests, so that only the answer to the latest one is shown, and none after a reset. */
	#previewCount = 0;

	constructor(options: TextBoxOptions) {
		this.#options = options;
		this.completion = new Completion(options.complete, options.redraw);
	}

	get tab(): Tab {
		return this.#tab;
	}

	/** Null while the box is not on the page. */
	get field(): HTMLTextAreaElement | null {
		const field = document.getElementById('text');
		return field instanceof HTMLTextAreaElement ? field : null;
	}

	/** Whether an element is in the box: the field, a suggestion, a tab. */
	contains(element: Element): boolean {
		return element.closest('#tab-write, #tab-preview, #panel-write') !== null;
	}

	/** The text in the field was changed. */
	didType(field: HTMLTextAreaElement): void {
		this.#options.changed(field.value);
		background(this.completion.suggest(field));
	}

	/** Shows the *Write* tab, and forgets the preview. */
	reset(): void {
		this.#tab = 'write';
		this.#preview = { message: '' };
		this.#previewCount += 1;
		this.completion.close();
	}

	async showTab(tab: Tab): Promise<void> {
		this.#tab = tab;
		const text = this.field?.value ?? '';
		const isBlank = text.trim() === '';
		this.#previewCount += 1;
		const request = this.#previewCount;
		this.completion.close();
		this.#preview = { message: isBlank ? 'Nothing to preview.' : '' };
		this.#options.redraw();
		if (tab === 'write' || isBlank) return;
		const answer = await this.#options.preview(text);
		if (request !== this.#previewCount) return;
		this.#preview = 'ok' in answer ? answer.ok : { message: answer.problem };
		this.#options.redraw();
	}

	/** Shows the other tab, and focuses it. */
	switchTab(): void {
		const tab = this.#tab === 'write' ? 'preview' : 'write';
		background(this.showTab(tab));
		goTo(document.getElementById(`tab-${tab}`));
	}

	/** Adds a paragraph below the text. Without one, only focuses the field. */
	async append(paragraph: string): Promise<void> {
		if (this.#tab === 'preview') await this.showTab('write');
		const { field } = this;
		if (!field) return;
		if (paragraph === '') return goTo(field);
		const end = field.value.length;
		const breaks = /\n*$/.exec(field.value)?.[0].length ?? 0;
		const gap = field.value === '' ? '' : '\n'.repeat(Math.max(0, 2 - breaks));
		insert(field, `${gap}${paragraph}\n\n`, end, end);
	}

	/** Inserts a text after the caret or the selection, as a separate paragraph if the caret directly follows other text. */
	async insertAfterCaret(text: string): Promise<void> {
		if (this.#tab === 'preview') await this.showTab('write');
		const { field } = this;
		if (!field) return;
		const { value, selectionEnd: at } = field;
		insert(field, `${/\S$/.test(value.slice(0, at)) ? '\n\n' : ''}${text}`, at, at);
	}

	/** `hint` says what the field understands. `more` follows it. */
	drawTabs({ label }: BoxLabels, hint: readonly Child[] = [], more: Child = null): VirtualElement {
		const tabButton = (name: Tab, label: string) =>
			h(
				'button',
				{
					type: 'button',
					role: 'tab',
					id: `tab-${name}`,
					'data-do': 'tab',
					'data-tab': name,
					'aria-selected': String(this.#tab === name),
					'aria-controls': 'panel-write',
					tabindex: this.#tab === name ? null : '-1',
				},
				label,
			);
		return h(
			'div',
			{ key: 'tabs', class: 'tabs' },
			h(
				'div',
				{ class: 'row', role: 'tablist', 'aria-label': label },
				tabButton('write', 'Write'),
				tabButton('preview', 'Preview'),
			),
			h('span', { class: 'aside-text' }, ...hint),
			more,
		);
	}

	drawPanel({ label, placeholder, keys }: BoxLabels): VirtualElement {
		const { activeId: active, count } = this.completion;
		const isPreview = this.#tab === 'preview';
		return h(
			'div',
			{
				key: 'panel',
				class: 'writing',
				role: 'tabpanel',
				id: 'panel-write',
				'aria-labelledby': `tab-${this.#tab}`,
			},
			h('textarea', {
				key: 'text',
				id: 'text',
				hidden: isPreview,
				'aria-label': label,
				'aria-keyshortcuts': hasLetterKeys() ? keys : null,
				'aria-autocomplete': 'list',
				'aria-haspopup': 'listbox',
				'aria-controls': active === null ? null : 'suggestions',
				'aria-activedescendant': active,
				placeholder,
			}),
			h(
				'span',
				{ key: 'count', class: 'screen-reader-only', role: 'status' },
				active === null ? '' : count === 1 ? '1 suggestion' : `${count} suggestions`,
			),
			this.completion.drawList(),
			isPreview && this.#drawPreview(),
		);
	}

	#drawPreview(): VirtualElement {
		return 'html' in this.#preview
			? h('div', { key: 'preview', class: 'prose', tabindex: '0', html: this.#preview.html })
			: h(
					'p',
					{ key: 'no-preview', class: 'prose muted', tabindex: '0', role: 'status' },
					this.#preview.message,
				);
	}
}
