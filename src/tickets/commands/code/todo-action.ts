import * as vscode from 'vscode';
import { todoFinderFor } from '../../settings/todo-settings.ts';

/** Offers to create a ticket from a TODO comment while an account is signed in. */
export const registerTodoActions = (isSignedIn: () => boolean): vscode.Disposable =>
	vscode.languages.registerCodeActionsProvider(
		{ pattern: '**' },
		{
			provideCodeActions: (document, { start }) => {
				if (!isSignedIn()) return [];
				const todos = todoFinderFor(document);
				if (todos.find(document.lineAt(start.line).text) === undefined) return [];
				const title = 'New Ticket from TODO…';
				const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
				action.command = { command: 'tildeforge.newTicketFromSelection', title, arguments: [start.line] };
				return [action];
			},
		},
		{ providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
	);
