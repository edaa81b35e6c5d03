// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/shortcut_dialog.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QTableWidget>
#include <QVBoxLayout>

#include "ui/common/actions.h"
#include "ui/common/text_paint.h"

namespace manju::ui {

using namespace Qt::StringLiterals;

ShortcutDialog::ShortcutDialog(const Actions& actions, QWidget* parent)
    : QDialog(parent), search_(new QLineEdit(this)), table_(new QTableWidget(0, 2, this)) {
    setWindowTitle(tr("Keyboard shortcuts"));
    search_->setPlaceholderText(tr("Search"));
    search_->setAccessibleName(tr("Search"));
    search_->setClearButtonEnabled(true);
    table_->setHorizontalHeaderLabels({tr("Action"), tr("Keys")});
    table_->setAccessibleName(tr("Keyboard shortcuts"));
    table_->verticalHeader()->hide();
    table_->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    table_->setColumnWidth(1, letterWidth(fontMetrics()) * 26);
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setShowGrid(false);
    table_->setTabKeyNavigation(false);
    for (const ActionSpec& spec : actionSpecs()) {
        const QAction* action = actions[spec.id];
        if (action->shortcuts().isEmpty()) continue;
        QStringList keys;
        for (const QKeySequence& sequence : action->shortcuts())
            keys.append(sequence.toString(QKeySequence::NativeText));
        const int row = table_->rowCount();
        table_->insertRow(row);
        table_->setItem(row, 0, new QTableWidgetItem(action->text()));
        table_->setItem(row, 1, new QTableWidgetItem(keys.join(u"   "_s)));
    }
    connect(search_, &QLineEdit::textChanged, this, &ShortcutDialog::filter);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->addWidget(search_);
    column->addWidget(table_, 1);
    column->addWidget(buttons);
    resize(letterWidth(fontMetrics()) * 80, fontMetrics().height() * 28);
}

void ShortcutDialog::filter(const QString& text) {
    for (int row = 0; row < table_->rowCount(); ++row)
        table_->setRowHidden(row, !table_->item(row, 0)->text().contains(text, Qt::CaseInsensitive) &&
                                      !table_->item(row, 1)->text().contains(text, Qt::CaseInsensitive));
}

}  // namespace manju::ui
